import { fromHex } from "../hex.ts";
import { drawTogether } from "./drawTogether.ts";
import type { DrawEvidence } from "./evidence.ts";

/** What the rule makes of one window. */
export interface ReplayedDraw {
  round: number;
  /** The slot of each entry, the first rank first; null for none. Empty while it is not drawn, or never was. */
  slots: ReadonlyMap<string, number | null>;
}

/** Draws each window anew by its round, from the slots that those before it left. */
export function replayDraws({
  count,
  commitment,
  windows,
}: Pick<DrawEvidence, "count" | "commitment" | "windows">): ReplayedDraw[] {
  let free = Array.from({ length: count }, (_, index) => index + 1);
  return windows.map(({ round, signature, isUndrawn, entryIds }) => {
    if (signature === null || isUndrawn) return { round, slots: new Map() };
    const slots = drawTogether(fromHex(commitment), fromHex(signature), entryIds, free);
    const given = new Set(slots.values());
    free = free.filter((slot) => !given.has(slot));
    return { round, slots };
  });
}
