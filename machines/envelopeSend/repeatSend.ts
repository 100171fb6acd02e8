import type { components } from "#contract/schema.d.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import type { SavedSend } from "./sendForm.ts";

type Envelope = components["schemas"]["Envelope"];

/**
 * The form as it was for envelopes of one send, to send the same again; null without one. It has no passphrase: who knew
 * the last one would open this one, too.
 */
export function repeatSend(envelopes: readonly Envelope[]): SavedSend | null {
  const [envelope] = envelopes;
  if (envelope === undefined) return null;
  return {
    draft: {
      type: envelope.type,
      coinType: envelope.coinType,
      count: envelope.count === null ? "" : String(envelope.count),
      totalAmount: envelope.totalAmount ?? "",
      singleAmount: null,
      passphrase: "",
      claimRule: envelope.claimRule,
      requiredChatIds: envelope.conditions.map(({ chatId }) => chatId).filter((chatId) => chatId !== envelope.chatId),
      remark: envelope.remark ?? "",
      coverId: COVER_IDS.find((coverId) => coverId === envelope.coverId) ?? null,
      messageId: MESSAGE_IDS.find((messageId) => messageId === envelope.messageId) ?? null,
    },
    chatIds: envelopes.flatMap(({ chatId }) => chatId ?? []),
  };
}
