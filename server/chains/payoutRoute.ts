/** A plain transfer from the treasury. */
export interface PayoutTerms {
  /** The payout that it pays; left out where it is only priced. */
  payoutId?: string;
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

/** One transfer of a transaction. */
export interface PayoutPart {
  terms: PayoutTerms;
  /** Base units that its share of the fee may be at most. */
  maxFeeBase: bigint;
}

export interface SignedPayout {
  /** Known before it is sent. */
  txHash: string;
  /** What is sent, again and again the same. */
  raw: Uint8Array;
  /** Base units that it may cost at most, for all its parts. */
  maxFeeBase: bigint;
}

interface Expiry {
  /** When it can no longer land, as the chain counts it (a position, a time). Only the chain reads it. */
  validUntil: bigint;
}

export type ExpiringPayout = SignedPayout & Expiry;

/** A signed transaction, as it is looked for. */
export interface SentPayout {
  txHash: string;
  /** Key form of the address that it leaves; another one than `PayoutRoute.senderKey` after a change of the treasury. */
  senderKey: string;
  /** What was sent. */
  raw: Uint8Array;
  /** A final position before it was signed. Its nonce was free there. */
  signedPosition: bigint;
}

export type SentExpiring = SentPayout & Expiry;
export type SentNumbered = SentPayout & { nonce: bigint };

/** The paying address as one endpoint has it. */
export interface SenderReading {
  /** At the newest position. */
  balanceBase: bigint;
  finalPosition: bigint;
}

export interface NumberedReading extends SenderReading {
  /** The next nonce at the newest position, which a reorganisation may free again. */
  nextNonce: bigint;
  /** The next nonce at the newest final position: those below are used for good. */
  finalNonce: bigint;
}

/** Transfers that one transaction can make, at the prices of the moment. */
export interface PreparedTransfers {
  /**
   * One for each transfer, in order; null for a receiver that takes no plain transfer. Fewer than were asked for where
   * one transaction takes no more: the first ones.
   */
  readonly offers: readonly (PayoutOffer | null)[];
  /**
   * Signs one transaction with these of the transfers, in this order, and sends nothing; asks the signer alone. Null
   * where a part's `maxFeeBase` is too low to land now.
   */
  sign: (parts: readonly PayoutPart[]) => Promise<ExpiringPayout | null>;
}

/** One plain transfer, at the prices of the moment. */
export interface PreparedTransfer {
  readonly offer: PayoutOffer;
  /** What displacing a signed transaction may cost at least, in base units. */
  replacementLeastBase: (raw: Uint8Array) => bigint;
  /**
   * Signs it and sends nothing; asks the signer alone. `replaces` is the transaction with the same nonce that it shall
   * displace, or null. Null where `maxFeeBase` is too low to land now, or to displace the earlier transaction.
   */
  sign: (part: PayoutPart, place: { nonce: bigint; replaces: Uint8Array | null }) => Promise<SignedPayout | null>;
}

/** Where the money of one payout left the treasury, or was kept. */
export interface PartPlace {
  position: bigint;
  /** Where it came back to the treasury; null where it never left, and where it has arrived. */
  returnedPosition: bigint | null;
  /** Base units that left and are nobody's any more, since nothing was left to pay their way back with. */
  burntBase?: bigint;
}

/**
 * Where the payouts of one transaction are. `waiting`: in no block. `landed`: in a block that is not final to both
 * endpoints, and `isMissed` where one of them has it in none. `final`: two endpoints agree on it; `moved` says of each
 * payout, in order, whether its money has moved:
 * a transaction may cost its fee and move nothing. `places` says where, in the same order; left out on a chain where all that
 * becomes of a transaction is in its own block. `lost`: none of the transactions can ever land, because they have
 * expired or because another one took their nonce. `disputed`: the endpoints disagree on a final block, or on
 * whether it can land at all.
 */
export type TransactionStatus =
  | { kind: "waiting" }
  | { kind: "landed"; txHash: string; position: bigint; isMissed: boolean }
  | {
      kind: "final";
      txHash: string;
      position: bigint;
      feeBase: bigint;
      moved: readonly boolean[];
      places?: readonly PartPlace[];
    }
  | { kind: "lost"; isExpired: boolean; reason: string }
  | { kind: "disputed"; reason: string };

export interface SendingRoute {
  /** Key form of the address that pays. */
  readonly senderKey: string;
  /** Hands the same bytes to every endpoint. Whether they took them says nothing about where the money is. */
  broadcast: (raw: Uint8Array) => Promise<void>;
}

/** A transaction that is late cannot land. It may pay several. */
export interface ExpiryRoute extends SendingRoute {
  readonly model: "expiry";
  /** Payouts that one transaction takes at most. */
  readonly maxBatchSize: number;
  /** Transactions that are signed and not final at a time, at most. */
  readonly maxInFlight: number;
  /** What a transfer to this address must bring at least, in base units. */
  readLeastAmount: (to: string) => Promise<bigint>;
  /** For at most `maxBatchSize` payouts. `keptFuelBase` is what of the fuel is somebody's, and is not spent. */
  prepare: (group: readonly PayoutTerms[], keptFuelBase?: bigint) => Promise<PreparedTransfers>;
  /** As two endpoints have it, or the one that is configured. */
  readSender: (keptFuelBase?: bigint) => Promise<readonly SenderReading[]>;
  /** Looks for transactions that exclude each other and have these parts, all of them, in this order. */
  findTransaction: (parts: readonly PayoutTerms[], sent: readonly SentExpiring[]) => Promise<TransactionStatus>;
}

/**
 * Each transaction has a nonce and pays one. Two of one nonce exclude each other, and one that costs more displaces the
 * other.
 */
export interface NonceRoute extends SendingRoute {
  readonly model: "nonce";
  /** Null for a receiver that takes no plain transfer. */
  prepare: (terms: PayoutTerms) => Promise<PreparedTransfer | null>;
  /** As two endpoints have it, or the one that is configured. */
  readSender: () => Promise<readonly NumberedReading[]>;
  /** Looks for the transactions of one payout, all of one nonce. */
  findTransaction: (terms: PayoutTerms, sent: readonly SentNumbered[]) => Promise<TransactionStatus>;
}

/** How money leaves the treasury of one chain. Every method rejects with ChainUnavailable when too few endpoints answer. */
export type PayoutRoute = ExpiryRoute | NonceRoute;

/** The only one of a group, on a chain whose transactions pay one each. */
export function takeOnly<T>(items: readonly T[]): T {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) throw new Error("a transaction of this chain pays one");
  return only;
}
