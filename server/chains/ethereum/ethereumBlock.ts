import type { ChainTransfer } from "../chain.ts";

export interface Head {
  number: number;
  hash: string;
  time: Date;
  /** The newest final block: at most the node's `finalized` block and at most number − confirmations + 1. */
  finalized: number;
}

export interface Block {
  number: number;
  hash: string;
  parentHash: string;
  time: Date;
  /** Transfers to the treasury in this block. */
  transfers: ChainTransfer[];
}
