import type { PayoutOffer, PayoutPart, PayoutTerms, SentPayout, SignedPayout } from "./payoutRoute.ts";

/** Hands signed bytes to one endpoint. */
type Send<Reader> = (reader: Reader, raw: Uint8Array) => Promise<unknown>;

/** Prices of plain transfers now, and how they are signed at these. */
export interface PreparedTransfers {
  /** As `PreparedPayouts` has them. */
  offers: readonly (PayoutOffer | null)[];
  /** Null where a part's `maxFeeBase` is too low to land now. */
  sign: (parts: readonly PayoutPart[]) => Promise<SignedPayout | null>;
}

/** One endpoint's reading of transactions of which one can land at most, with their payouts in order. */
export type SightedPayouts =
  | { kind: "absent" }
  | {
      kind: "landed";
      txHash: string;
      position: bigint;
      /** Hash of its block, or null on a chain whose blocks have none. */
      ref: string | null;
      feeBase: bigint;
      moved: readonly boolean[];
      isFinal: boolean;
    };

/** A transaction that is late cannot land. */
export interface ExpiryPayouts<Reader> {
  model: "expiry";
  /** Payouts that one transaction takes at most. */
  maxBatchSize: number;
  /** Transactions that are signed and not final at a time, or null for any number. */
  maxInFlight: number | null;
  /** Base units that a transfer to an address must bring at least. */
  readLeastAmount: (to: string) => Promise<bigint>;
  /** For the first ones that fit into one transaction. */
  prepare: (group: readonly PayoutTerms[]) => Promise<PreparedTransfers>;
  readSender: (reader: Reader) => Promise<{ balanceBase: bigint; finalPosition: bigint }>;
  send: Send<Reader>;
  /** `expired`: none is in a block, and none can be any more. */
  find: (
    reader: Reader,
    looked: { parts: readonly PayoutTerms[]; sent: readonly SentPayout[] },
  ) => Promise<SightedPayouts | { kind: "expired" }>;
  /** Why those that have expired are lost, in words. */
  lostReason: string;
}

/** The prices of one plain transfer now, and how it is signed at these. */
export interface PreparedTransfer {
  offer: PayoutOffer;
  /** What displacing a signed transaction may cost at least, in base units. */
  replacementLeastBase: (raw: Uint8Array) => bigint;
  /** Null where `maxFeeBase` is too low to land now, or to displace the earlier transaction. */
  sign: (part: PayoutPart, place: { nonce: bigint; replaces: Uint8Array | null }) => Promise<SignedPayout | null>;
}

/** Each transaction has a number and pays one; two of one number exclude each other, and one that costs more displaces the other. */
export interface NoncePayouts<Reader> {
  model: "nonce";
  /** Null for a receiver that takes no plain transfer. */
  prepare: (terms: PayoutTerms) => Promise<PreparedTransfer | null>;
  readSender: (
    reader: Reader,
  ) => Promise<{ balanceBase: bigint; nextNonce: bigint; finalNonce: bigint; finalPosition: bigint }>;
  send: Send<Reader>;
  /** `taken`: another final transaction has the number. */
  find: (
    reader: Reader,
    looked: { terms: PayoutTerms; sent: readonly SentPayout[]; nonce: bigint; senderKey: string; since: bigint },
  ) => Promise<SightedPayouts | { kind: "taken"; by: string }>;
}

export type PayoutModel<Reader> = ExpiryPayouts<Reader> | NoncePayouts<Reader>;
