import { agree } from "./agree.ts";
import type { ChainTransfer, PositionConfirmation, TransferConfirmation } from "./chain.ts";

interface Block {
  hash: string;
  time: Date;
}

/** One endpoint's reading of a transaction at settlement. */
export interface BlockReading {
  /** The hash of the block at that number. */
  ref: string;
  /** The transaction's transfer in this block; null if there is none. */
  transfer: ChainTransfer | null;
}

/** Agreed if hash and time of all headers are equal. */
export function compareHeaders(headers: readonly Block[]): PositionConfirmation {
  return agree(headers, describeBlock, ({ hash, time }) => ({ kind: "agreed", ref: hash, time }));
}

/** Agreed if all readings are equal. */
export function compareReadings(readings: readonly BlockReading[]): TransferConfirmation {
  return agree(readings, describeReading, (reading) => ({ kind: "agreed", ...reading }));
}

function describeReading({ ref, transfer }: BlockReading): string {
  if (transfer === null) return `no transfer in block ${ref}`;
  return `${transfer.amountBase} from ${transfer.from} in block ${ref} of ${transfer.time.toISOString()}`;
}

function describeBlock({ hash, time }: Block): string {
  return `${hash} of ${time.toISOString()}`;
}
