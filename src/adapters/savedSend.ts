import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import type { EnvelopeType } from "#domain/envelope/validateSend.ts";
import type { SavedSend, SendForm } from "#machines/envelopeSend/sendForm.ts";

/** Where the unsent form is among the drafts. */
export const SAVED_SEND_KEY = "send";

/** Increment on every change of the format. Forms of another version are discarded. */
const VERSION = 3;

export function formatSavedSend(saved: SavedSend): string {
  return JSON.stringify({ version: VERSION, ...saved });
}

/** Null for what is missing, of another version, or not ours. */
export function parseSavedSend(text: string | null): SavedSend | null {
  const kept = text === null ? null : parseJson(text);
  if (!isRecord(kept) || kept.version !== VERSION) return null;
  const { draft, chatIds } = kept;
  return isSendForm(draft) && isTextList(chatIds) ? { draft, chatIds } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isSendForm(value: unknown): value is SendForm {
  return (
    isRecord(value) &&
    isEnvelopeType(value.type) &&
    isCoinType(value.coinType) &&
    isTextOrNull(value.totalAmount) &&
    isTextOrNull(value.singleAmount) &&
    (value.totalAmount === null) !== (value.singleAmount === null) &&
    typeof value.count === "string" &&
    typeof value.passphrase === "string" &&
    typeof value.remark === "string" &&
    isOneOrNone(COVER_IDS, value.coverId) &&
    isOneOrNone(MESSAGE_IDS, value.messageId)
  );
}

function isEnvelopeType(value: unknown): value is EnvelopeType {
  return value === "ordinary" || value === "luckyDraw";
}

function isCoinType(value: unknown): value is CoinType {
  return COIN_TYPES.some((coinType) => coinType === value);
}

function isOneOrNone(ids: readonly string[], value: unknown): boolean {
  return value === null || ids.some((id) => id === value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
