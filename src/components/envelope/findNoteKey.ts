import type { components } from "#contract/schema.d.ts";

type Envelope = Pick<components["schemas"]["Envelope"], "status" | "isEndedBySender">;

/** i18n key of what became of an envelope that is not open; `isMine` where its sender reads it. */
export function findNoteKey({ status, isEndedBySender }: Envelope, isMine: boolean): string {
  const end = isMine ? "ByYou" : "BySender";
  return `envelope:details.note.${isEndedBySender ? `${status}${end}` : status}`;
}
