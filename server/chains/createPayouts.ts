import type { ExpiryPayouts, NoncePayouts, PayoutModel, SightedPayouts } from "./payoutModel.ts";
import type { PayoutRoute, TransactionStatus, SentPayout } from "./payoutRoute.ts";
import { findDispute, type Quorum } from "./quorum.ts";
import { takeOnly } from "./takeOnly.ts";

/** How money leaves the treasury whose key form is `senderKey`. */
export function createPayouts<Reader>(
  model: PayoutModel<Reader>,
  quorum: Quorum<Reader>,
  senderKey: string,
): PayoutRoute {
  const broadcast = (raw: Uint8Array) => quorum.broadcastToAll((reader) => model.send(reader, raw));
  const own = model.model === "nonce" ? routeByNonce(model, quorum) : routeByExpiry(model, quorum);
  return { senderKey, broadcast, ...own };
}

type OwnRoute = Omit<PayoutRoute, "senderKey" | "broadcast">;

function routeByExpiry<Reader>(model: ExpiryPayouts<Reader>, quorum: Quorum<Reader>): OwnRoute {
  const { maxBatchSize, maxInFlight, readLeastAmount, lostReason } = model;
  return {
    maxBatchSize,
    maxInFlight: maxInFlight ?? Number.POSITIVE_INFINITY,
    readLeastAmount,
    async prepare(group) {
      const { offers, sign } = await model.prepare(group);
      // Nothing displaces a transaction: another one would land beside it.
      return {
        offers,
        replacementLeastBase: null,
        sign: async (parts, { replaces }) => (replaces === null ? sign(parts) : null),
      };
    },
    readSender: () =>
      quorum.askAll(async (reader) => {
        const { balanceBase, finalPosition } = await model.readSender(reader);
        return { balanceBase, nextSequence: null, finalSequence: null, finalPosition };
      }),
    findTransaction: (parts, sent) =>
      quorum.conclude((reader) => model.find(reader, { parts, sent }), combineExpiring(lostReason)),
  };
}

function routeByNonce<Reader>(model: NoncePayouts<Reader>, quorum: Quorum<Reader>): OwnRoute {
  return {
    maxBatchSize: 1,
    maxInFlight: Number.POSITIVE_INFINITY,
    readLeastAmount: async () => 1n,
    async prepare(group) {
      const prepared = await model.prepare(takeOnly(group));
      if (prepared === null) return { offers: [null], replacementLeastBase: null, sign: async () => null };
      const { offer, replacementLeastBase, sign } = prepared;
      return {
        offers: [offer],
        replacementLeastBase,
        async sign(parts, { sequence, replaces }) {
          if (sequence === null) throw new Error("a transaction of this chain has a number");
          return sign(takeOnly(parts), { nonce: sequence, replaces });
        },
      };
    },
    readSender: () =>
      quorum.askAll(async (reader) => {
        const { balanceBase, nextNonce, finalNonce, finalPosition } = await model.readSender(reader);
        return { balanceBase, nextSequence: nextNonce, finalSequence: finalNonce, finalPosition };
      }),
    async findTransaction(parts, sent) {
      const looked = { terms: takeOnly(parts), sent, ...readNumber(sent) };
      return quorum.conclude((reader) => model.find(reader, looked), combineNumbered);
    },
  };
}

/** The transactions of one payout have one number. */
function readNumber(sent: readonly SentPayout[]): { nonce: bigint; senderKey: string; since: bigint } {
  const [first] = sent;
  if (first === undefined || first.sequence === null) throw new Error("nothing was sent");
  return { nonce: first.sequence, senderKey: first.senderKey, since: first.signedPosition };
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
  const { txHash, position, feeBase, moved } = one;
  if (landed.length < readings.length || !landed.every(({ isFinal }) => isFinal)) {
    return { kind: "landed", txHash, position };
  }
  return findDispute(landed, describeLanded) ?? { kind: "final", txHash, position, feeBase, moved };
}

function describeLanded({ txHash, position, ref, feeBase, moved }: Landed): string {
  const places = moved.flatMap((hasMoved, place) => (hasMoved ? [place] : []));
  const block = ref === null ? `${position}` : `${position} in block ${ref}`;
  return `${txHash} at ${block} for ${feeBase}, ${places.length === 0 ? "nothing moved" : `moved ${places.join(" ")}`}`;
}
