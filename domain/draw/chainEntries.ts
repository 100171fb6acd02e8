import { fromHex } from "../hex.ts";
import type { DrawEvidence } from "./evidence.ts";
import { hashHead, hashStart } from "./receipt.ts";

/** An entry in the chain of an envelope's entries. */
export interface ChainedEntry {
  round: number;
  entryId: string;
  previousHead: Uint8Array;
  head: Uint8Array;
}

/** All entries of an envelope, by place, with the head before and after each. */
export function chainEntries({
  commitment,
  count,
  windows,
}: Pick<DrawEvidence, "commitment" | "count" | "windows">): ChainedEntry[] {
  let head = hashStart(fromHex(commitment), count);
  let place = 0;
  return windows.flatMap(({ round, entryIds }) =>
    entryIds.map((entryId) => {
      const previousHead = head;
      head = hashHead(head, { round, place: (place += 1), entryId });
      return { round, entryId, previousHead, head };
    }),
  );
}
