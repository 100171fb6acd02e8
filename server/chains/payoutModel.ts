import type {
  ExpiryRoute,
  NonceRoute,
  NumberedReading,
  PayoutTerms,
  SenderReading,
  SentExpiring,
  SentNumbered,
} from "./payoutRoute.ts";

/** Hands signed bytes to one endpoint. */
type Send<Reader> = (reader: Reader, raw: Uint8Array) => Promise<unknown>;

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

/** What a chain tells of payouts whose transactions expire: from one endpoint, where it does not ask several itself. */
export interface ExpiryPayouts<Reader> extends Omit<
  ExpiryRoute,
  "senderKey" | "broadcast" | "readSender" | "findTransaction"
> {
  readSender: (reader: Reader) => Promise<SenderReading>;
  send: Send<Reader>;
  /** `expired`: none is in a block, and none can be any more. */
  find: (
    reader: Reader,
    looked: { parts: readonly PayoutTerms[]; sent: readonly SentExpiring[] },
  ) => Promise<SightedPayouts | { kind: "expired" }>;
  /** Why those that have expired are lost, in words. */
  lostReason: string;
}

/** What a chain tells of payouts whose transactions have a nonce. */
export interface NoncePayouts<Reader> extends Pick<NonceRoute, "model" | "prepare"> {
  readSender: (reader: Reader) => Promise<NumberedReading>;
  send: Send<Reader>;
  /** `taken`: another final transaction has the nonce. */
  find: (
    reader: Reader,
    looked: { terms: PayoutTerms; sent: readonly SentNumbered[]; nonce: bigint; senderKey: string; since: bigint },
  ) => Promise<SightedPayouts | { kind: "taken"; by: string }>;
}

export type PayoutModel<Reader> = ExpiryPayouts<Reader> | NoncePayouts<Reader>;
