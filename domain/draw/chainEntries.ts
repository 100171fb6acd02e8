import { fromHex } from "../fromHex.ts";
import { toHex } from "../toHex.ts";
import type { DrawEvidence } from "./evidence.ts";
import { hashHead } from "./receipt.ts";

/** An entry in the chain of an envelope's entries; the heads are hex. */
export interface ChainedEntry {
  round: number;
  entryId: string;
  previousHead: string;
  head: string;
}

/** All entries of an envelope, by place, with the head before and after each. */
export function chainEntries({ commitment, windows }: Pick<DrawEvidence, "commitment" | "windows">): ChainedEntry[] {
  let head: Uint8Array = fromHex(commitment);
  let place = 0;
  return windows.flatMap(({ round, entryIds }) =>
    entryIds.map((entryId) => {
      const previousHead = toHex(head);
      head = hashHead(head, { round, place: (place += 1), entryId });
      return { round, entryId, previousHead, head: toHex(head) };
    }),
  );
}
