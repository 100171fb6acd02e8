import type { Address } from "@ton/core";
import type { ChainTransfer, RangeReading } from "../chain.ts";
import type { Call } from "./pool.ts";
import { readHeader } from "./readBlock.ts";
import { readRange } from "./readTransactions.ts";
import { readTransfers } from "./readTransfers.ts";

interface Part {
  /** The transactions after this block are read. */
  first: number;
  last: number;
  /** The treasury, and those before it. */
  treasuries: readonly Address[];
  /** Takes a transfer by its message where the endpoint does not find its source; else the endpoint fails. */
  isSourceOptional: boolean;
}

/** Reads the transfers to the treasuries in several blocks from one endpoint. */
export async function readPart(call: Call, { first, last, treasuries, isSourceOptional }: Part): Promise<RangeReading> {
  const { placed, unread } = await readRange(call, treasuries, { first, last });
  const transfers: ChainTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const transactions = items.map(({ transaction }) => transaction);
    const header = await readHeader(call, seqno);
    const found = await readTransfers(call, { transactions, header, treasuries, isSourceOptional });
    transfers.push(...found.map(({ transfer }) => transfer));
  }
  return {
    transfers,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
  };
}
