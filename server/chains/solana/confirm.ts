import type { HeadReading } from "../compareHeads.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readTransaction } from "./readTransaction.ts";
import { readTransfersTo } from "./readTransfers.ts";
import type { Call } from "./pool.ts";

interface AskedTransfer {
  txHash: string;
  index: number;
  slot: number;
  treasuries: ReadonlySet<string>;
}

/** Reads a final transfer and its block again. A missing transfer is a valid result. */
export async function readAgain(
  call: Call,
  { txHash, index, slot, treasuries }: AskedTransfer,
): Promise<HeadReading<Header>> {
  const header = await readHeader(call, slot);
  const transaction = await readTransaction(call, txHash, "finalized");
  const isThere = transaction !== null && transaction.slot === slot && header.slot === slot;
  const transfers = isThere ? readTransfersTo(treasuries, transaction) : [];
  return { header, transfer: transfers.find((candidate) => candidate.index === index) ?? null };
}

/** What has to be equal in the headers of all endpoints. */
export function describeHeader({ slot, blockhash, time }: Header): string {
  return `${slot} ${blockhash} of ${time.toISOString()}`;
}
