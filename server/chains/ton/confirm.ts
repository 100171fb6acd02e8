import type { Address } from "@ton/core";
import type { HeadReading } from "../compareHeads.ts";
import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { readTransfers } from "./readTransfers.ts";

interface AskedTransfer {
  txHash: string;
  index: number;
  seqno: number;
  treasury: Address;
}

/**
 * Reads the treasury's transactions of the block again. Throws if the endpoint does not have the block yet; a missing
 * transfer is a valid result.
 */
export async function readAgain(
  call: Call,
  { txHash, index, seqno, treasury }: AskedTransfer,
): Promise<HeadReading<Header>> {
  const header = await readHeader(call, seqno);
  const address = treasury.toRawString();
  const after = await readAccount(call, address, seqno - 1);
  const upTo = await readAccount(call, address, seqno);
  const placed = await readTransactions(call, address, { after, upTo });
  const transfers = await readTransfers(
    call,
    placed.map(({ transaction }) => transaction),
    header,
    treasury,
  );
  const transfer = transfers.find((candidate) => candidate.txHash === txHash && candidate.index === index);
  return { header, transfer: transfer ?? null };
}

/** What has to be equal in the headers of all endpoints. */
export function describeHeader({ hash, time }: Header): string {
  return `${hash} of ${time.toISOString()}`;
}
