import type { Address } from "@ton/core";
import type { HeadReading } from "../compareHeads.ts";
import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { type NamedTransfer, readTransfers } from "./readTransfers.ts";

/** The treasury's transfers of one block, as one endpoint has them. */
export interface BlockReading {
  header: Header;
  found: readonly NamedTransfer[];
}

/** Reads the treasury's transactions of a block again. Throws if the endpoint does not have the block yet. */
export async function readAgain(call: Call, seqno: number, treasury: Address): Promise<BlockReading> {
  const header = await readHeader(call, seqno);
  const address = treasury.toRawString();
  const after = await readAccount(call, address, seqno - 1);
  const upTo = await readAccount(call, address, seqno);
  const { placed } = await readTransactions(call, address, { after, upTo });
  const transactions = placed.map(({ transaction }) => transaction);
  return { header, found: await readTransfers(call, { transactions, header, treasury, isSourceOptional: true }) };
}

/**
 * One transfer in several readings of its block; a missing one is a valid result. An endpoint that does not find its
 * source calls it by its message, which is the same to all.
 */
export function findTransfer(
  readings: readonly BlockReading[],
  { txHash, index }: { txHash: string; index: number },
): HeadReading<Header>[] {
  const isAsked = ({ transfer }: NamedTransfer) => transfer.txHash === txHash && transfer.index === index;
  const messageHash = readings.flatMap(({ found }) => found).find(isAsked)?.messageHash ?? txHash;
  return readings.map(({ header, found }) => {
    const known =
      found.find(isAsked) ??
      found.find(
        (named) => named.messageHash === messageHash && (named.isSourceUnknown || named.messageHash === txHash),
      );
    return { header, transfer: known === undefined ? null : { ...known.transfer, txHash, index } };
  });
}

/** What has to be equal in the headers of all endpoints. */
export function describeHeader({ hash, time }: Header): string {
  return `${hash} of ${time.toISOString()}`;
}
