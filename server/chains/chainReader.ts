import type { ChainTransfer, Holding, OutgoingTransaction, UnreadTransaction } from "./chain.ts";

/** The newest block of an endpoint. */
export interface Tip {
  position: number;
  hash: string;
}

/** A block. Its position may be before the one that was asked for, where a position may be empty. */
export interface Header {
  position: number;
  hash: string;
  time: Date;
}

/** What one endpoint has in a block, or in several. */
export interface ReadPart {
  /** All transfers to the treasuries that can be read. */
  transfers: readonly ChainTransfer[];
  unread: readonly UnreadTransaction[];
}

/** A block that names the one before. */
export interface ReadBlock extends ReadPart, Header {
  parentHash: string;
}

/** Positions after one up to another. */
export interface AskedRange {
  after: number;
  upTo: number;
}

export interface ReadRange extends ReadPart {
  /** Before the end of the range where there was too much for one reading. */
  last: number;
}

/**
 * Reads from one endpoint of a chain, and judges nothing. Throws on an invalid answer, and for what the endpoint does not
 * have yet: both are its failure, and another one is asked.
 */
export interface ChainReader {
  /** What all endpoints of one chain have in common. */
  readIdentity(): Promise<string>;
  /** The id of the chain's first block. */
  readGenesis(): Promise<string>;
  readTip(): Promise<Tip>;
  /** The newest final position, where this is the newest block: as final as the chain and the settings ask for. */
  readFinal(tip: Tip): Promise<number>;
  /** The newest block up to a position, or null where the chain is shorter. */
  findHeader(position: number): Promise<Header | null>;
  /** Base units. Addresses are keys. */
  readBalance(addressKey: string): Promise<bigint>;
  /** Whether an address has a key that signs its payments. */
  readCanSign(addressKey: string): Promise<boolean>;
  /**
   * What the treasuries hold at a position, and their upkeep since another one. At the newest final position where the
   * chain has no older balances; null where the endpoint has lost them.
   */
  readTreasury(position: number, since: number | null): Promise<Holding | null>;
  /** A transaction of a treasury up to a final position, or null where there is none. */
  readOutgoing(txHash: string, final: number): Promise<OutgoingTransaction | null>;
}

/** How the transfers of a chain are found. */
export type History<Reader> =
  | {
      /** Block by block: each names the one before, so a replaced one is noticed. */
      model: "blocks";
      readBlock: (reader: Reader, position: number) => Promise<ReadBlock>;
    }
  | {
      /** By a list of the treasury's transactions: what is not final is read again with each new block. */
      model: "account";
      /** Positions that one reading has at most. */
      mostPositions: number;
      readRange: (reader: Reader, range: AskedRange) => Promise<ReadRange>;
    };

/**
 * The transfers of a transaction by its id, whether a list has it or not; none where it is not there or cannot be read. Null
 * on a chain that finds a transaction by its account's list alone.
 */
export type FindTransfers<Reader> = ((reader: Reader, txHash: string) => Promise<readonly ChainTransfer[]>) | null;

/**
 * What `History` of an honest endpoint may leave out, and how it is found: `unlisted` by its id. A list of whole blocks, or
 * of transactions that name the one before, has no holes.
 */
export type Omissions<Reader> =
  | { kind: "none" | "unlisted" }
  | { kind: "internal"; read: (reader: Reader, position: number) => Promise<readonly ChainTransfer[] | null> };
