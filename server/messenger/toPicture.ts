import { toCoverId } from "#domain/covers.ts";
import type { Language } from "#domain/language/language.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import type { ShownEnvelope } from "./envelopeMessage.ts";
import { listNames } from "./listNames.ts";
import { nameAmount } from "./nameAmount.ts";

/** The picture of an envelope as it stands, in the language of its post. */
export function toPicture(language: Language, coverId: string | null, shown: ShownEnvelope): EnvelopePicture {
  const { coinType, bestLuck, remark, messageId, senderName, state } = shown;
  return {
    coverId: toCoverId(coverId),
    words: findWords(language, remark, messageId),
    senderName,
    seal: findSeal(state),
    best: bestLuck === null ? null : nameBest(language, coinType, bestLuck),
  };
}

function findSeal(state: ShownEnvelope["state"]): EnvelopePicture["seal"] {
  if (state === "open") return "whole";
  return state === "finished" ? "broken" : "grey";
}

function nameBest(
  language: Language,
  coinType: ShownEnvelope["coinType"],
  { names, amountBase }: NonNullable<ShownEnvelope["bestLuck"]>,
): NonNullable<EnvelopePicture["best"]> {
  const { amount, coin } = nameAmount(language, coinType, amountBase);
  return { name: listNames(language, names), amount: `${amount} ${coin}` };
}
