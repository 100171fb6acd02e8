import type { Address } from "@ton/core";
import type { ChainTransfer, PositionConfirmation, TransferConfirmation } from "../chain.ts";
import { agree } from "../agree.ts";
import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { readTransfers } from "./readTransfers.ts";

/** One endpoint's reading of a transfer at settlement. */
interface Reading {
  header: Header;
  /** Null if there is none in this block. */
  transfer: ChainTransfer | null;
}

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
export async function readAgain(call: Call, { txHash, index, seqno, treasury }: AskedTransfer): Promise<Reading> {
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

/** Agreed if hash and time of all headers are equal. */
export function compareHeaders(headers: readonly Header[]): PositionConfirmation {
  return agree(headers, describeHeader, ({ time }) => ({ kind: "agreed", ref: null, time }));
}

/** Agreed if all readings are equal. */
export function compareReadings(readings: readonly Reading[]): TransferConfirmation {
  return agree(readings, describe, ({ transfer }) => ({ kind: "agreed", ref: null, transfer }));
}

function describe({ header, transfer }: Reading): string {
  if (transfer === null) return `no transfer in block ${describeHeader(header)}`;
  const { amountBase, from, reference } = transfer;
  return `${amountBase} from ${from} with ${JSON.stringify(reference)} in block ${describeHeader(header)}`;
}

function describeHeader({ hash, time }: Header): string {
  return `${hash} of ${time.toISOString()}`;
}
