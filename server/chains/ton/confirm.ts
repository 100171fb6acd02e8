import type { Address } from "@ton/core";
import type { AlikeCount, TransferConfirmation } from "../chain.ts";
import { compareReadings, type HeadReading } from "../compareHeads.ts";
import type { Call } from "./pool.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readRange } from "./readTransactions.ts";
import { type NamedTransfer, readTransfers } from "./readTransfers.ts";

/** The treasuries' transfers of one block, as one endpoint has them. */
export interface BlockReading {
  header: Header;
  found: readonly NamedTransfer[];
}

/** Reads the treasuries' transactions of a block again. Throws if the endpoint does not have the block yet. */
export async function readAgain(call: Call, seqno: number, treasuries: readonly Address[]): Promise<BlockReading> {
  const header = await readHeader(call, seqno);
  const { placed } = await readRange(call, treasuries, { first: seqno - 1, last: seqno });
  const transactions = placed.map(({ transaction }) => transaction);
  return { header, found: await readTransfers(call, { transactions, header, treasuries, isSourceOptional: true }) };
}

/**
 * One transfer in several readings of its block; a missing one is a valid result. An endpoint that does not find its
 * source calls it by its message, which is the same to all.
 */
function findTransfer(
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

/** The transfer, where the readings of its block agree on it, and how many are like it. */
export function compareBlocks(
  readings: readonly BlockReading[],
  name: { txHash: string; index: number },
): TransferConfirmation {
  const confirmation = compareReadings(findTransfer(readings, name), describeHeader);
  if (confirmation.kind === "disputed" || confirmation.transfer === null) return confirmation;
  return { ...confirmation, alike: countAlike(readings, confirmation.transfer) };
}

function countAlike(readings: readonly BlockReading[], { from, amountBase }: NamedTransfer["transfer"]): AlikeCount {
  const counts = readings.map(
    ({ found }) => found.filter(({ transfer }) => transfer.from === from && transfer.amountBase === amountBase).length,
  );
  return { least: Math.min(...counts), most: Math.max(...counts) };
}

/** What has to be equal in the headers of all endpoints. */
export function describeHeader({ hash, time }: Header): string {
  return `${hash} of ${time.toISOString()}`;
}
