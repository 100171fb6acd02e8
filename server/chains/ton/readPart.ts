import type { Address } from "@ton/core";
import type { ChainTransfer, RangeReading } from "../chain.ts";
import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { readTransfers } from "./readTransfers.ts";

interface Part {
  /** The treasury's transactions after this block are read. */
  first: number;
  last: number;
  treasury: Address;
  /** Takes a transfer by its message where the endpoint does not find its source; else the endpoint fails. */
  isSourceOptional: boolean;
}

/** Reads the transfers of several blocks from one endpoint. */
export async function readPart(call: Call, { first, last, treasury, isSourceOptional }: Part): Promise<RangeReading> {
  const address = treasury.toRawString();
  const after = await readAccount(call, address, first);
  const upTo = await readAccount(call, address, last);
  const { placed, unread } = await readTransactions(call, address, { after, upTo });
  const transfers: ChainTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const transactions = items.map(({ transaction }) => transaction);
    const header = await readHeader(call, seqno);
    const found = await readTransfers(call, { transactions, header, treasury, isSourceOptional });
    transfers.push(...found.map(({ transfer }) => transfer));
  }
  return {
    transfers,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
  };
}
