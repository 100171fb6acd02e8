import type { Address } from "@ton/core";
import type { RangeReading } from "../chain.ts";
import { uniteReadings } from "../uniteReadings.ts";
import type { Call } from "./pool.ts";
import { readHeader } from "./readBlock.ts";
import { readRange } from "./readTransactions.ts";
import { type NamedTransfer, readTransfers } from "./readTransfers.ts";

interface Part {
  /** The transactions after this block are read. */
  first: number;
  last: number;
  /** The treasury, and those before it. */
  treasuries: readonly Address[];
  /** Takes a transfer by its message where the endpoint does not find its source; else the endpoint fails. */
  isSourceOptional: boolean;
}

/** The transfers of several blocks, as one endpoint has them. */
export interface PartReading extends Pick<RangeReading, "unread"> {
  found: readonly NamedTransfer[];
}

/** Reads the transfers to the treasuries in several blocks from one endpoint. */
export async function readPart(call: Call, { first, last, treasuries, isSourceOptional }: Part): Promise<PartReading> {
  const { placed, unread } = await readRange(call, treasuries, { first, last });
  const found: NamedTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const transactions = items.map(({ transaction }) => transaction);
    const header = await readHeader(call, seqno);
    found.push(...(await readTransfers(call, { transactions, header, treasuries, isSourceOptional })));
  }
  return {
    found,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
  };
}

/** What endpoints have together. Where only some of them know a transfer's source, its message tells that it is one. */
export function uniteParts(readings: readonly PartReading[]): RangeReading {
  const known = readings.flatMap(({ found }) => found).filter(({ isSourceUnknown }) => !isSourceUnknown);
  const names = new Map(known.map(({ messageHash, transfer: { txHash, index } }) => [messageHash, { txHash, index }]));
  return uniteReadings(
    readings.map(({ found, unread }) => ({
      transfers: found.map(({ transfer, messageHash }) => ({ ...transfer, ...names.get(messageHash) })),
      unread,
    })),
  );
}
