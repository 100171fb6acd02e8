import { COIN_TYPES } from "#domain/coins.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import { DRAW_WINDOWS_S } from "#domain/envelope/validateSend.ts";
import { SAVED_VERSION, type SavedSend, type SendForm } from "#machines/envelopeSend/sendForm.ts";
import { isRecord, parseFields } from "./drafts.ts";

/** Where the unsent form is among the drafts. */
export const SAVED_SEND_KEY = "send";

/** Null for what is missing, of another version, or not ours. */
export function parseSavedSend(text: string | null): SavedSend | null {
  const kept = parseFields(text);
  if (kept?.version !== SAVED_VERSION) return null;
  const { draft, chatIds } = kept;
  return isSendForm(draft) && isTextList(chatIds) ? { draft, chatIds } : null;
}

function isSendForm(value: unknown): value is SendForm {
  return (
    isRecord(value) &&
    isOneOf(["ordinary", "luckyDraw"], value.type) &&
    isOneOf(COIN_TYPES, value.coinType) &&
    isTextOrNull(value.totalAmount) &&
    isTextOrNull(value.singleAmount) &&
    (value.totalAmount === null) !== (value.singleAmount === null) &&
    typeof value.count === "string" &&
    typeof value.passphrase === "string" &&
    isOneOf(["passphrase", "members"], value.claimRule) &&
    isTextList(value.requiredChatIds) &&
    isOneOf(["instant", "together"], value.drawRule) &&
    DRAW_WINDOWS_S.some((windowS) => windowS === value.drawWindowS) &&
    typeof value.remark === "string" &&
    isOneOf([...COVER_IDS, null], value.coverId) &&
    isOneOf([...MESSAGE_IDS, null], value.messageId)
  );
}

function isOneOf(choices: readonly (string | null)[], value: unknown): boolean {
  return choices.some((choice) => choice === value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
