import type { ChainTransfer, PositionConfirmation, TransferConfirmation } from "../chain.ts";
import { agree } from "../agree.ts";
import { type Header, readHeader } from "./readBlock.ts";
import { readTransaction } from "./readTransaction.ts";
import { readTransfersTo } from "./readTransfers.ts";
import type { Call } from "./pool.ts";

/** One endpoint's reading of a transfer at settlement. */
interface Reading {
  header: Header;
  /** Null if there is none in this block. */
  transfer: ChainTransfer | null;
}

interface AskedTransfer {
  txHash: string;
  index: number;
  slot: number;
  treasury: string;
}

/** Reads a final transfer and its block again. A missing transfer is a valid result. */
export async function readAgain(call: Call, { txHash, index, slot, treasury }: AskedTransfer): Promise<Reading> {
  const header = await readHeader(call, slot);
  const transaction = await readTransaction(call, txHash, "finalized");
  const isThere = transaction !== null && transaction.slot === slot && header.slot === slot;
  const transfers = isThere ? readTransfersTo(treasury, transaction) : [];
  return { header, transfer: transfers.find((candidate) => candidate.index === index) ?? null };
}

/** Agreed if slot, hash and time of all headers are equal. */
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

function describeHeader({ slot, blockhash, time }: Header): string {
  return `${slot} ${blockhash} of ${time.toISOString()}`;
}
