import type {
  ExpiryRoute,
  NonceRoute,
  NumberedReading,
  PartPlace,
  PayoutRoute,
  PayoutTerms,
  SenderReading,
  SendingRoute,
  SentExpiring,
  SentNumbered,
  TransactionStatus,
} from "./payoutRoute.ts";
import { findDispute, type Quorum } from "./quorum.ts";

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
      places?: readonly PartPlace[];
      isFinal: boolean;
    };

/** What a chain tells of payouts whose transactions expire: from one endpoint, where it does not ask several itself. */
export interface ExpiryPayouts<Reader> extends Omit<
  ExpiryRoute,
  "senderKey" | "broadcast" | "readSender" | "findTransaction"
> {
  readSender: (reader: Reader, keptFuelBase: bigint) => Promise<SenderReading>;
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

/** How money leaves the treasury whose key form is `senderKey`. */
export function createPayouts<Reader>(
  payouts: PayoutModel<Reader>,
  quorum: Quorum<Reader>,
  senderKey: string,
): PayoutRoute {
  const sending: SendingRoute = {
    senderKey,
    broadcast: (raw) => quorum.broadcastToAll((reader) => payouts.send(reader, raw)),
  };
  return payouts.model === "nonce" ? routeByNonce(payouts, quorum, sending) : routeByExpiry(payouts, quorum, sending);
}

function routeByExpiry<Reader>(
  payouts: ExpiryPayouts<Reader>,
  quorum: Quorum<Reader>,
  sending: SendingRoute,
): ExpiryRoute {
  const { model, maxBatchSize, maxInFlight, readLeastAmount, prepare, lostReason } = payouts;
  return {
    ...sending,
    model,
    maxBatchSize,
    maxInFlight,
    readLeastAmount,
    prepare,
    readSender: (keptFuelBase = 0n) => quorum.askAll((reader) => payouts.readSender(reader, keptFuelBase)),
    findTransaction: (parts, sent) =>
      quorum.conclude((reader) => payouts.find(reader, { parts, sent }), combineExpiring(lostReason)),
  };
}

function routeByNonce<Reader>(
  payouts: NoncePayouts<Reader>,
  quorum: Quorum<Reader>,
  sending: SendingRoute,
): NonceRoute {
  const { model, prepare } = payouts;
  return {
    ...sending,
    model,
    prepare,
    readSender: () => quorum.askAll(payouts.readSender),
    async findTransaction(terms, sent) {
      const [first] = sent;
      if (first === undefined) throw new Error("nothing was sent");
      const { nonce, senderKey, signedPosition: since } = first;
      return quorum.conclude(
        (reader) => payouts.find(reader, { terms, sent, nonce, senderKey, since }),
        combineNumbered,
      );
    },
  };
}

/** Answers of endpoints, as one sighting. `lostReason` goes to the log. */
function combineExpiring(lostReason: string) {
  return (readings: readonly (SightedPayouts | { kind: "expired" })[]): TransactionStatus => {
    const landed = combineLanded(readings);
    if (landed !== null) return landed;
    return readings.every(({ kind }) => kind === "expired")
      ? { kind: "lost", isExpired: true, reason: lostReason }
      : { kind: "waiting" };
  };
}

function combineNumbered(readings: readonly (SightedPayouts | { kind: "taken"; by: string })[]): TransactionStatus {
  const landed = combineLanded(readings);
  if (landed !== null) return landed;
  const taken = readings.flatMap((reading) => (reading.kind === "taken" ? [reading.by] : []));
  if (taken.length < readings.length) return { kind: "waiting" };
  const reason = `transaction ${taken[0] ?? ""} has taken its nonce`;
  return findDispute(taken, (by) => by) ?? { kind: "lost", isExpired: false, reason };
}

type Landed = Extract<SightedPayouts, { kind: "landed" }>;

/** Final once it is so to all endpoints, and to all alike. Null where none has it in a block. */
function combineLanded(readings: readonly { kind: string }[]): TransactionStatus | null {
  const landed = readings.filter((reading): reading is Landed => reading.kind === "landed");
  const [one] = landed;
  if (one === undefined) return null;
  const { txHash, position, feeBase, moved, places } = one;
  const denial = readings.find(({ kind }) => kind !== "landed" && kind !== "absent");
  if (denial !== undefined && landed.some(({ isFinal }) => isFinal)) {
    return { kind: "disputed", reason: `${describeLanded(one)} against ${denial.kind}` };
  }
  const isMissed = landed.length < readings.length;
  if (isMissed || !landed.every(({ isFinal }) => isFinal)) return { kind: "landed", txHash, position, isMissed };
  return (
    findDispute(landed, describeLanded) ?? {
      kind: "final",
      txHash,
      position,
      feeBase,
      moved,
      ...(places === undefined ? {} : { places }),
    }
  );
}

function describePlace({ position, returnedPosition, burntBase = 0n }: PartPlace): string {
  const burnt = burntBase === 0n ? "" : `, ${burntBase} of it burnt`;
  return `${position} to ${returnedPosition ?? "nowhere"}${burnt}`;
}

function describeLanded({ txHash, position, ref, feeBase, moved, places = [] }: Landed): string {
  const parts = moved.flatMap((hasMoved, part) => (hasMoved ? [part] : []));
  const block = ref === null ? `${position}` : `${position} in block ${ref}`;
  const own = places.map(describePlace).join(", ");
  const told = parts.length === 0 ? "nothing moved" : `moved ${parts.join(" ")}`;
  return `${txHash} at ${block} for ${feeBase}, ${told}${own === "" ? "" : `, from ${own}`}`;
}
