/** A plain transfer from the treasury. */
export interface PayoutTerms {
  to: string;
  /** Base units that arrive. */
  amountBase: bigint;
}

/** What a transfer that has a transaction for itself costs now. */
export interface PayoutOffer {
  /** Base units; with room for a rise, so that a payout at this fee does not wait. */
  readonly offeredBase: bigint;
  /**
   * Base units; below this a transaction does not land now, or may take more than that where it cannot limit what it costs:
   * the account of fees would pay the rest.
   */
  readonly leastBase: bigint;
}

/** Transfers that one transaction can make, at the prices of the moment. */
export interface PreparedPayouts {
  /**
   * One for each transfer, in order; null for a receiver that takes no plain transfer. Fewer than were asked for where
   * one transaction takes no more: the first ones.
   */
  readonly offers: readonly (PayoutOffer | null)[];
  /** What displacing a signed transaction may cost at least, in base units. Null on a chain where nothing displaces one. */
  readonly replacementLeastBase: ((raw: Uint8Array) => bigint) | null;
  /**
   * Signs one transaction with these of the transfers, in this order, and sends nothing; asks the signer alone. Null
   * where a part's `maxFeeBase` is too low to land now or to displace the earlier transaction.
   */
  sign(parts: readonly PayoutPart[], place: PayoutPlace): Promise<SignedPayout | null>;
}

/** One transfer of a transaction. */
export interface PayoutPart {
  terms: PayoutTerms;
  /** Base units that its share of the fee may be at most. */
  maxFeeBase: bigint;
}

/** The paying address as one endpoint has it. Numbers are null on a chain whose transactions are not numbered beforehand. */
export interface SenderReading {
  /** At the newest position. */
  balanceBase: bigint;
  /** The next number at the newest position, which a reorganisation may free again. */
  nextSequence: bigint | null;
  /** The next number at the newest final position: those below are used for good. */
  finalSequence: bigint | null;
  finalPosition: bigint;
}

export interface PayoutPlace {
  /** Null on a chain whose transactions are not numbered beforehand. */
  sequence: bigint | null;
  /** The transaction with the same number that this one shall displace, or null. */
  replaces: Uint8Array | null;
}

export interface SignedPayout {
  /** Known before it is sent. */
  txHash: string;
  /** What is sent, again and again the same. */
  raw: Uint8Array;
  /** Base units that it may cost at most, for all its parts. */
  maxFeeBase: bigint;
  /** When it can no longer land, as the chain counts it (a position, a time), or null. Only the chain reads it. */
  validUntil: bigint | null;
}

/** A signed transaction, as it is looked for. */
export interface SentPayout {
  txHash: string;
  /** Key form of the address that it leaves; another one than `PayoutRoute.senderKey` after a change of the treasury. */
  senderKey: string;
  sequence: bigint | null;
  /** What was sent. */
  raw: Uint8Array;
  validUntil: bigint | null;
  /** A final position at which its number was free. */
  signedPosition: bigint;
}

/**
 * Where the payouts of one transaction are. `waiting`: in no block. `landed`: in a block that is not final to both
 * endpoints. `final`: two endpoints agree on it; `moved` says of each payout, in order, whether its money has moved:
 * a transaction may cost its fee and move nothing. `lost`: none of the transactions can ever land, because they have
 * expired or because another one took their number. `disputed`: the endpoints disagree on a final block.
 */
export type TransactionStatus =
  | { kind: "waiting" }
  | { kind: "landed"; txHash: string; position: bigint }
  | { kind: "final"; txHash: string; position: bigint; feeBase: bigint; moved: readonly boolean[] }
  | { kind: "lost"; isExpired: boolean; reason: string }
  | { kind: "disputed"; reason: string };

/** How money leaves the treasury of one chain. Every method rejects with ChainUnavailable when too few endpoints answer. */
export interface PayoutRoute {
  /** Key form of the address that pays. */
  readonly senderKey: string;
  /** Transactions that are signed and not final at a time, at most. */
  readonly maxInFlight: number;
  /** What a transfer to this address must bring at least, in base units. */
  readLeastAmount(to: string): Promise<bigint>;
  /** Payouts that one transaction takes at most. */
  readonly maxBatchSize: number;
  /** For at most `maxBatchSize` payouts. */
  prepare(group: readonly PayoutTerms[]): Promise<PreparedPayouts>;
  /** As two endpoints have it, or the one that is configured. */
  readSender(): Promise<readonly SenderReading[]>;
  /** Hands the same bytes to every endpoint. Whether they took them says nothing about where the money is. */
  broadcast(raw: Uint8Array): Promise<void>;
  /** Looks for transactions that exclude each other and have these parts, all of them, in this order. */
  findTransaction(parts: readonly PayoutTerms[], sent: readonly SentPayout[]): Promise<TransactionStatus>;
}
