import type { components } from "#contract/schema.d.ts";
import { findNoteKey } from "#src/components/envelope/envelopeTexts.ts";

type Envelope = components["schemas"]["Envelope"];

/** i18n keys of how envelopes ended: all claimed, or some of them run out. */
export function findLiveEnd(envelopes: readonly Envelope[]): { titleKey: string; noteKey: string } {
  if (envelopes.every(({ status }) => status === "finished")) {
    return { titleKey: "envelope:recordStatus.received", noteKey: "envelope:details.note.finished" };
  }
  const status = envelopes.some((envelope) => envelope.status === "refunded") ? "refunded" : "expired";
  const isEndedBySender = envelopes.every((envelope) => envelope.isEndedBySender || envelope.status === "finished");
  return {
    titleKey: `envelope:status.${isEndedBySender ? "ended" : status}`,
    noteKey: findNoteKey({ status, isEndedBySender }, true),
  };
}
