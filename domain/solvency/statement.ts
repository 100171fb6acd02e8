import type { CoinType } from "../coins.ts";

/** What the books owe in one coin, in amounts of the whole coin. */
export interface OwedSums {
  /** Balances of people. */
  people: string;
  /** Shares of open envelopes that nobody has claimed, and rests on their way back. */
  envelopes: string;
  /** Paid toward orders whose envelopes are not open yet. */
  orders: string;
  /** Payouts on their way. */
  payouts: string;
  /** Money of unknown senders. */
  unmatched: string;
  /** The operator's own. */
  fees: string;
  /** All of the above. */
  total: string;
}

/** What the tree of people's balances ends in; docs/solvency.md has its formats. */
export interface TreeRoot {
  /** SHA-256 in hex. */
  hash: string;
  /** Of all leaves: what people have. */
  sum: string;
}

/** One coin of a statement. */
export interface CoinStatement {
  coinType: CoinType;
  /** CAIP-2; null if the chain was never reached. */
  network: string | null;
  treasuryAddress: string;
  /** Addresses that were the treasury before; their money counts. */
  oldTreasuryAddresses: readonly string[];
  /** Where the treasury's balance was read; null, like the two after it, if the chain could not be read. */
  position: number | null;
  blockTime: string | null;
  treasuryBalance: string | null;
  /** What operators moved to cold addresses, by the books. */
  coldBalance: string;
  owed: OwedSums;
  /** Null where nobody has anything. Statements of the first version have none. */
  tree?: TreeRoot | null;
}

/** What is hashed and signed: these fields, and any other that a later version adds. */
export interface StatementBody {
  /** From 1, without gaps. */
  number: number;
  /** UTC date; each statement is of the day after the one before. */
  day: string;
  madeAt: string;
  /** Empty for a day on which no statement could be made. */
  coins: readonly CoinStatement[];
  /** SHA-256 of the server's `/verify.html`, in hex; null where it serves none. Statements of the first version have none. */
  verifierHash?: string | null;
  /** Hash of the statement before; null in the first. */
  previousHash: string | null;
  /** Ed25519, 32 bytes in hex. */
  publicKey: string;
}

export interface Statement extends StatementBody {
  /** SHA-256 of the body's canonical JSON, in hex. */
  hash: string;
  /** Ed25519 over the 32 bytes of the hash, in hex. */
  signature: string;
}
