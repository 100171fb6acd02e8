import type { TFunction } from "i18next";

import type { components } from "#contract/schema.d.ts";
import { findMessageId } from "#domain/copyTexts.ts";

interface WordedEnvelope {
  remark: string | null;
  messageId: string | null;
}

/** The words of an envelope: the sender's remark, else the preset wish in the reader's language; empty without either. */
export function findWords(t: TFunction, { remark, messageId }: WordedEnvelope): string {
  const wish = findMessageId(remark, messageId);
  return wish === null ? (remark ?? "") : t(`copyTexts:${wish}`);
}

interface DrawnEnvelope {
  type: components["schemas"]["EnvelopeType"];
  drawRule: components["schemas"]["DrawRule"];
}

/** What kind of envelope it is, and how it is drawn where that is not at once. */
export function nameKind(t: TFunction, { type, drawRule }: DrawnEnvelope): string {
  const kind = t(`envelope:type.${type}`);
  return drawRule === "together" ? `${kind} · ${t("envelope:draw.together")}` : kind;
}

type Envelope = Pick<components["schemas"]["Envelope"], "status" | "isEndedBySender">;

/** i18n key of what became of an envelope that is not open; `isMine` where its sender reads it. */
export function findNoteKey({ status, isEndedBySender }: Envelope, isMine: boolean): string {
  const end = isMine ? "ByYou" : "BySender";
  return `envelope:details.note.${isEndedBySender ? `${status}${end}` : status}`;
}
