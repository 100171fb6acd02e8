import { CANCELLABLE_PAYOUTS, isCancellablePayout, SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { PreparedPayouts, SenderReading, SignedPayout } from "#server/chains/payoutRoute.ts";
import type { Schema } from "#server/db/schema.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { findHeldReason, type HeldReason } from "./findHeldReason.ts";
import { nextPayoutStatus } from "./nextPayoutStatus.ts";
import { type PayoutRow, readMessageValues } from "./payoutRow.ts";
import { returnPayout } from "./settlePayout.ts";
import { lockSender, signPayouts } from "./signPayout.ts";

export interface WaitingGroup {
  coinType: CoinType;
  senderKey: string;
  /** Transactions of the coin that may be under way at a time. */
  mostUnderWay: number;
  /** The oldest first. */
  payoutIds: readonly string[];
  /** For these payouts, in this order. */
  prepared: PreparedPayouts;
  readings: readonly SenderReading[];
}

/**
 * Signs and stores one transaction for those of a group that still wait and that nothing hinders. Each of the others is
 * held, or given back where it was signed before. Null where nothing is signed.
 */
export async function signGroup(trx: Kysely<Schema>, app: App, group: WaitingGroup): Promise<SignedPayout | null> {
  const { coinType, senderKey, payoutIds, prepared, readings } = group;
  const { nextSequence } = await lockSender(trx, coinType, senderKey);
  // Another process may have signed meanwhile.
  if ((await countUnderWay(trx, coinType)) >= group.mostUnderWay) return null;
  const ready: PayoutRow[] = [];
  for (const [place, payoutId] of payoutIds.entries()) {
    const payout = await lockUnsigned(trx, payoutId);
    if (payout === null) continue;
    const offer = prepared.offers[place] ?? null;
    const reason = await findHeldReason(trx, app, payout, { senderKey, readings, offer, beside: ready });
    if (reason === null) ready.push(payout);
    else await hinder(trx, app, payout, reason);
  }
  const placing = { prepared, senderKey, nextSequence, readings };
  // What is too little for a transaction of several may be enough alone.
  for (const payouts of [ready, ready.slice(0, 1)]) {
    const signed = payouts.length === 0 ? null : await signPayouts(trx, app, payouts, placing);
    if (signed === null) continue;
    for (const payout of payouts) await noteSigned(trx, app, payout);
    return signed;
  }
  return null;
}

/** Those that exclude each other count as one. */
async function countUnderWay(trx: Kysely<Schema>, coinType: CoinType): Promise<number> {
  const { count } = await trx
    .selectFrom("payout")
    .innerJoin("payout_attempt", "payout_attempt.payout_id", "payout.payout_id")
    .select(sql<number>`count(distinct coalesce(sequence::text, payout_attempt.tx_hash))::integer`.as("count"))
    .where("payout.coin_type", "=", coinType)
    .where("status", "in", SIGNED_PAYOUTS)
    .where("lost_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a payout that no transaction can pay yet; null for one that has ended, or that another process has signed. */
async function lockUnsigned(trx: Kysely<Schema>, payoutId: string): Promise<PayoutRow | null> {
  const payout = await trx
    .selectFrom("payout")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .where("status", "in", [...CANCELLABLE_PAYOUTS, ...SIGNED_PAYOUTS])
    .forUpdate()
    .executeTakeFirst();
  if (payout === undefined || isCancellablePayout(payout.status)) return payout ?? null;
  const live = await trx
    .selectFrom("payout_attempt")
    .select("attempt")
    .where("payout_id", "=", payoutId)
    .where("lost_at", "is", null)
    .executeTakeFirst();
  return live === undefined ? payout : null;
}

async function hinder(trx: Kysely<Schema>, app: App, payout: PayoutRow, reason: HeldReason): Promise<void> {
  const { payout_id: payoutId, tg_user_id: tgUserId } = payout;
  if (!isCancellablePayout(payout.status)) {
    // The rest does not end by itself: the fee is too high, or the wallet refuses it.
    if (reason !== "paused" && reason !== "treasury") await returnPayout(trx, app, payout);
    return;
  }
  if (payout.held_reason === reason) return;
  const isNew = payout.status === "queued";
  await trx
    .updateTable("payout")
    .set({ held_reason: reason, ...(isNew ? { status: nextPayoutStatus("payout.held") } : {}) })
    .where("payout_id", "=", payoutId)
    .execute();
  if (isNew) await queueNotification(trx, app, { tgUserId, kind: "payoutHeld", params: readMessageValues(payout) });
}

/** One that was signed before stays as it is. */
async function noteSigned(trx: Kysely<Schema>, app: App, { payout_id: payoutId, status }: PayoutRow): Promise<void> {
  if (!isCancellablePayout(status)) return;
  const update = () => trx.updateTable("payout").where("payout_id", "=", payoutId);
  if (status === "held") {
    await update()
      .set({ status: nextPayoutStatus("payout.released"), held_reason: null })
      .execute();
  }
  await update()
    .set({ status: nextPayoutStatus("payout.signed"), signed_at: app.clock.now() })
    .execute();
}
