import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { PreparedPayouts, SenderReading, SignedPayout } from "#server/chains/payoutRoute.ts";
import { takeOnly } from "#server/chains/takeOnly.ts";
import type { Schema } from "#server/db/schema.ts";
import { readFreeFees, shareFee } from "./fees.ts";
import { type AttemptRow, type PayoutRow, readFeeLeft, toTerms } from "./payoutRow.ts";

export interface PayoutPlacing {
  prepared: PreparedPayouts;
  senderKey: string;
  /** As `lockSender` answered it. */
  nextSequence: bigint | null;
  readings: readonly SenderReading[];
}

/** Locks the row of an address that pays out, so that one transaction at a time signs for it. */
export async function lockSender(
  trx: Kysely<Schema>,
  coinType: CoinType,
  senderKey: string,
): Promise<{ nextSequence: bigint | null }> {
  await trx
    .insertInto("payout_sender")
    .values({ coin_type: coinType, address_key: senderKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_sequence: nextSequence } = await trx
    .selectFrom("payout_sender")
    .select("next_sequence")
    .where("coin_type", "=", coinType)
    .where("address_key", "=", senderKey)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { nextSequence };
}

/**
 * Signs the first transaction of payouts, or the next one after the earlier ones were lost, under a number of its own,
 * and stores it. The caller has locked the sender and the payouts. Null, and nothing changed, where a fee is too low.
 */
export async function signPayouts(
  trx: Kysely<Schema>,
  app: App,
  payouts: readonly PayoutRow[],
  { prepared, senderKey, nextSequence, readings }: PayoutPlacing,
): Promise<SignedPayout | null> {
  const sequence = chooseSequence(nextSequence, readings);
  const parts = payouts.map((payout) => ({ terms: toTerms(payout), maxFeeBase: readFeeLeft(payout) }));
  const signed = await prepared.sign(parts, { sequence, replaces: null });
  if (signed === null) return null;
  if (sequence !== null) {
    const { coin_type: coinType, payout_id: payoutId } = takeOnly(payouts);
    await trx
      .insertInto("payout_sequence")
      .values({ coin_type: coinType, sender_key: senderKey, sequence, payout_id: payoutId })
      .execute();
    await trx
      .updateTable("payout_sender")
      .set({ next_sequence: sequence + 1n })
      .where("coin_type", "=", coinType)
      .where("address_key", "=", senderKey)
      .execute();
  }
  const positions = readings.map(({ finalPosition }) => finalPosition);
  const signedPosition = positions.reduce((left, right) => (left < right ? left : right), positions[0] ?? 0n);
  await storeAttempts(trx, app, payouts, { signed, senderKey, sequence, signedPosition });
  return signed;
}

/**
 * Signs a transaction that displaces the payout's earlier one at a higher fee: within what was agreed, else within what
 * the account of fees holds beyond its other promises. The caller has locked the sender and the payout. Null where
 * neither is enough.
 */
export async function signReplacement(
  trx: Kysely<Schema>,
  app: App,
  payout: PayoutRow,
  prepared: PreparedPayouts,
  newest: AttemptRow,
): Promise<SignedPayout | null> {
  const { coin_type: coinType, fee_cap_base: capBase } = payout;
  const { sender_key: senderKey, sequence, raw: replaces, signed_position: signedPosition } = newest;
  const sign = (maxFeeBase: bigint) => prepared.sign([{ terms: toTerms(payout), maxFeeBase }], { sequence, replaces });
  const signed = (await sign(capBase)) ?? (await sign(capBase + (await readFreeFees(trx, coinType))));
  if (signed === null) return null;
  await storeAttempts(trx, app, [payout], { signed, senderKey, sequence, signedPosition });
  return signed;
}

/**
 * The database's own count, or the chain's where somebody else has used the key for good: a number that a reorganisation
 * frees again would leave a gap that no later transaction passes. A reading that is too high is left out.
 */
function chooseSequence(stored: bigint | null, readings: readonly SenderReading[]): bigint | null {
  const counts = readings.flatMap(({ finalSequence }) => finalSequence ?? []);
  const [first] = counts;
  if (first === undefined) return null;
  const least = counts.reduce((left, right) => (left < right ? left : right), first);
  return stored === null || least > stored ? least : stored;
}

interface StoredAttempt {
  signed: SignedPayout;
  senderKey: string;
  sequence: bigint | null;
  signedPosition: bigint;
}

async function storeAttempts(
  trx: Kysely<Schema>,
  app: App,
  payouts: readonly PayoutRow[],
  { signed, senderKey, sequence, signedPosition }: StoredAttempt,
): Promise<void> {
  for (const [part, { payout_id: payoutId, coin_type: coinType, fee_cap_base: capBase }] of payouts.entries()) {
    const maxFeeBase = shareFee(signed.maxFeeBase, payouts.length, part);
    await trx
      .insertInto("payout_attempt")
      .values({
        payout_id: payoutId,
        attempt: sql<number>`(select count(*) + 1 from payout_attempt where payout_id = ${payoutId})`,
        coin_type: coinType,
        sender_key: senderKey,
        sequence,
        tx_hash: signed.txHash,
        part,
        raw: Buffer.from(signed.raw),
        max_fee_base: maxFeeBase,
        valid_until: signed.validUntil,
        signed_at: app.clock.now(),
        signed_position: signedPosition,
      })
      .execute();
    await trx
      .updateTable("payout")
      .set({ tx_hash: signed.txHash, fee_cap_base: maxFeeBase > capBase ? maxFeeBase : capBase })
      .where("payout_id", "=", payoutId)
      .execute();
  }
}
