import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import {
  type NumberedReading,
  type PreparedTransfer,
  type SignedPayout,
  takeOnly,
} from "#server/chains/payoutRoute.ts";
import type { Schema } from "#server/db/schema.ts";
import { readFreeFees, shareFee } from "./fees.ts";
import { type AttemptRow, type PayoutRow, readNonce, toTerms } from "./payoutRow.ts";
import type { Signing } from "./prepare.ts";

export interface PayoutPlacing {
  signing: Signing;
  senderKey: string;
  /** As `lockSender` answered it. */
  nextNonce: bigint | null;
}

/**
 * Locks the row of an address that pays out, so that one transaction at a time signs for it. Answers its next nonce, or null
 * where none was used yet.
 */
export async function lockSender(trx: Kysely<Schema>, coinType: CoinType, senderKey: string): Promise<bigint | null> {
  await trx
    .insertInto("payout_sender")
    .values({ coin_type: coinType, address_key: senderKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_sequence: nextNonce } = await trx
    .selectFrom("payout_sender")
    .select("next_sequence")
    .where("coin_type", "=", coinType)
    .where("address_key", "=", senderKey)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return nextNonce;
}

/**
 * Signs the first transaction of payouts, or the next one after the earlier ones were lost, and stores it. The caller has
 * locked the sender and the payouts. Null, and nothing changed, where a fee is too low.
 */
export async function signPayouts(
  trx: Kysely<Schema>,
  app: App,
  payouts: readonly PayoutRow[],
  { signing, senderKey, nextNonce }: PayoutPlacing,
): Promise<SignedPayout | null> {
  const parts = payouts.map((payout) => ({ terms: toTerms(payout), maxFeeBase: payout.fee_cap_base }));
  const positions = signing.readings.map(({ finalPosition }) => finalPosition);
  const signedPosition = positions.reduce((left, right) => (left < right ? left : right), positions[0] ?? 0n);
  if (signing.model === "expiry") {
    const signed = await signing.prepared.sign(parts);
    if (signed === null) return null;
    const place = { valid_until: signed.validUntil };
    await storeAttempts(trx, app, payouts, { signed, senderKey, place, signedPosition });
    return signed;
  }
  const nonce = chooseNonce(nextNonce, signing.readings);
  const signed = (await signing.prepared?.sign(takeOnly(parts), { nonce, replaces: null })) ?? null;
  if (signed === null) return null;
  await takeNonce(trx, takeOnly(payouts), { senderKey, nonce });
  await storeAttempts(trx, app, payouts, { signed, senderKey, place: { sequence: nonce }, signedPosition });
  return signed;
}

/** Keeps a nonce for a payout. */
async function takeNonce(
  trx: Kysely<Schema>,
  { coin_type: coinType, payout_id: payoutId }: PayoutRow,
  { senderKey, nonce }: { senderKey: string; nonce: bigint },
): Promise<void> {
  await trx
    .insertInto("payout_sequence")
    .values({ coin_type: coinType, sender_key: senderKey, sequence: nonce, payout_id: payoutId })
    .execute();
  await trx
    .updateTable("payout_sender")
    .set({ next_sequence: nonce + 1n })
    .where("coin_type", "=", coinType)
    .where("address_key", "=", senderKey)
    .execute();
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
  prepared: PreparedTransfer,
  newest: AttemptRow,
): Promise<SignedPayout | null> {
  const { coin_type: coinType, fee_cap_base: capBase } = payout;
  const { sender_key: senderKey, raw: replaces, signed_position: signedPosition } = newest;
  const nonce = readNonce(newest);
  const sign = (maxFeeBase: bigint) => prepared.sign({ terms: toTerms(payout), maxFeeBase }, { nonce, replaces });
  const signed = (await sign(capBase)) ?? (await sign(capBase + (await readFreeFees(trx, coinType))));
  if (signed === null) return null;
  await storeAttempts(trx, app, [payout], { signed, senderKey, place: { sequence: nonce }, signedPosition });
  return signed;
}

/**
 * The database's own count, or the chain's where somebody else has used the key for good: a nonce that a reorganisation
 * frees again would leave a gap that no later transaction passes. A reading that is too high is left out.
 */
function chooseNonce(stored: bigint | null, readings: readonly NumberedReading[]): bigint {
  const [first, ...others] = readings.map(({ finalNonce }) => finalNonce);
  if (first === undefined) throw new Error("no reading of the treasury");
  const least = others.reduce((left, right) => (left < right ? left : right), first);
  return stored === null || least > stored ? least : stored;
}

interface StoredAttempt {
  signed: SignedPayout;
  senderKey: string;
  /** What excludes another one beside it: its nonce, or that it expires. */
  place: { sequence: bigint } | { valid_until: bigint };
  signedPosition: bigint;
}

async function storeAttempts(
  trx: Kysely<Schema>,
  app: App,
  payouts: readonly PayoutRow[],
  { signed, senderKey, place, signedPosition }: StoredAttempt,
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
        ...place,
        tx_hash: signed.txHash,
        part,
        raw: Buffer.from(signed.raw),
        max_fee_base: maxFeeBase,
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
