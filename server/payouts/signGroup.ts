import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { isCancellablePayout, LIVE_PAYOUTS, SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import type { SignedPayout } from "#server/chains/payoutRoute.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { isPayoutDisputed } from "#server/ledger/disputes.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { returnPayout } from "./book.ts";
import { findHeldReason, type Hold } from "./hold.ts";
import { type PayoutRow, readMessageValues } from "./payoutRow.ts";
import { listOffers, type Signing } from "./prepare.ts";
import { lockSender, signPayouts } from "./sign.ts";

/** A wallet that takes no transfer is tried again at least this often. */
const MOST_RETRY_MS = 3_600_000;
const OFFER_BACK_AFTER_MS = 86_400_000;

export interface WaitingGroup {
  coinType: CoinType;
  senderKey: string;
  /** Transactions of the coin that may be under way at a time. */
  maxInFlight: number;
  /** The oldest first. */
  payoutIds: readonly string[];
  /** For these payouts, in this order. */
  signing: Signing;
}

/**
 * Signs and stores one transaction for those of a group that still wait and that nothing hinders. Each of the others is
 * held, or given back where it was signed before. Null where nothing is signed.
 */
export async function signGroup(trx: Kysely<Schema>, app: App, group: WaitingGroup): Promise<SignedPayout | null> {
  const { coinType, senderKey, payoutIds, signing } = group;
  const nextNonce = await lockSender(trx, coinType, senderKey);
  // Another process may have seen a dispute or signed meanwhile.
  if (await isPayoutDisputed(trx, coinType)) return null;
  if ((await countInFlight(trx, coinType)) >= group.maxInFlight) return null;
  const offers = listOffers(signing);
  const ready: PayoutRow[] = [];
  for (const [place, payoutId] of payoutIds.entries()) {
    const payout = await lockUnsigned(trx, payoutId);
    if (payout === null) continue;
    const offer = offers[place] ?? null;
    const hold = await findHeldReason(trx, app, payout, { senderKey, signing, offer, beside: ready });
    if (hold === null) ready.push(payout);
    else await holdOrRefund(trx, app, payout, hold);
  }
  const placing = { signing, senderKey, nextNonce };
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
async function countInFlight(trx: Kysely<Schema>, coinType: CoinType): Promise<number> {
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
    .where("status", "in", LIVE_PAYOUTS)
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

async function holdOrRefund(trx: Kysely<Schema>, app: App, payout: PayoutRow, hold: Hold): Promise<void> {
  const { payout_id: payoutId, tg_user_id: tgUserId } = payout;
  const { reason, isHourLimit } = hold;
  if (!isCancellablePayout(payout.status)) {
    // The rest does not end by itself: the fee is too high, or the wallet refuses it.
    if (reason === "fee" || reason === "receiver") await returnPayout(trx, app, payout);
    return;
  }
  if (reason === "receiver" && payout.held_reason === reason) return offerBack(trx, app, payout);
  if (payout.held_reason === reason && payout.is_hour_limit === isHourLimit) return;
  const isNew = payout.status === "queued";
  const at = app.clock.now();
  await trx
    .updateTable("payout")
    .set({
      held_reason: reason,
      is_hour_limit: isHourLimit,
      held_at: at,
      retry_at: null,
      ...(isNew ? changeStatus("payout", "payout.held", { at, cause: "sendPayouts" }) : {}),
    })
    .where("payout_id", "=", payoutId)
    .execute();
  if (!isNew) return;
  await queueNotification(trx, app, { tgUserId, kind: "payoutHeld", params: { ...readMessageValues(payout), reason } });
}

/**
 * A wallet still takes no transfer: it is tried again after as long as it has refused, an hour at most. After a day its
 * owner hears, once, that the money can be had back.
 */
async function offerBack(trx: Kysely<Schema>, app: App, payout: PayoutRow): Promise<void> {
  const { payout_id: payoutId, tg_user_id: tgUserId, held_at: heldAt, offered_back_at: offeredBackAt } = payout;
  const at = app.clock.now();
  const heldMs = Math.max(0, at.getTime() - (heldAt ?? at).getTime());
  const isOffered = offeredBackAt === null && heldMs >= OFFER_BACK_AFTER_MS;
  await trx
    .updateTable("payout")
    .set({
      held_at: heldAt ?? at,
      retry_at: new Date(at.getTime() + Math.min(heldMs, MOST_RETRY_MS)),
      ...(isOffered ? { offered_back_at: at } : {}),
    })
    .where("payout_id", "=", payoutId)
    .execute();
  if (!isOffered) return;
  await queueNotification(trx, app, { tgUserId, kind: "payoutOfferedBack", params: readMessageValues(payout) });
}

/** One that was signed before stays as it is. */
async function noteSigned(trx: Kysely<Schema>, app: App, { payout_id: payoutId, status }: PayoutRow): Promise<void> {
  if (!isCancellablePayout(status)) return;
  const change = { at: app.clock.now(), cause: "sendPayouts" } as const;
  const update = () => trx.updateTable("payout").where("payout_id", "=", payoutId);
  if (status === "held") {
    await update()
      .set({ ...changeStatus("payout", "payout.released", change), held_reason: null })
      .execute();
  }
  await update()
    .set({ ...changeStatus("payout", "payout.signed", change), signed_at: change.at })
    .execute();
}
