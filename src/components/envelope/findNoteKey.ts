import type { components } from "#contract/schema.d.ts";

type Envelope = Pick<components["schemas"]["Envelope"], "status" | "isEndedBySender">;

/** i18n key of what became of an envelope that is not open. */
export function findNoteKey({ status, isEndedBySender }: Envelope): string {
  return `envelope:details.note.${isEndedBySender ? `${status}BySender` : status}`;
}
