import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { clearFeeShort } from "./feeShort.ts";
import { nextPayoutStatus } from "./nextPayoutStatus.ts";
import { describeReturn, type PayoutRow, readMessageValues, readNetBase, readReturnedBase } from "./payoutRow.ts";

/** A final transaction of a payout, as two endpoints have it. */
export interface LandedPayout {
  txHash: string;
  position: bigint;
  /** Base units that the network took. */
  feeBase: bigint;
  /** Whether the money has moved; a transaction that failed on the chain cost its fee alone. */
  hasMoved: boolean;
}

/**
 * Books a payout whose transaction is final, once. The account of fees gets what the network did not take of the agreed
 * fee, and pays what it took beyond that. If the transaction failed, the balance gets the money back, less the network's
 * fee. The owner pays at most the agreed fee.
 */
export async function settlePayout(app: App, payoutId: string, landed: LandedPayout): Promise<void> {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const payout = await lockSigned(trx, payoutId);
      if (payout === null) return;
      if (payout.status === "sending") await markSeen(trx, payoutId, landed);
      await (landed.hasMoved ? bookPaid(trx, app, payout, landed) : bookReturned(trx, app, payout, landed));
    }),
  );
}

/** Gives the money of a payout back whose transactions can never land. */
export async function returnPayout(trx: Kysely<Schema>, app: App, payout: PayoutRow): Promise<void> {
  await bookReturned(trx, app, payout, null);
}

/** Locks a payout whose transaction may land; null for one that has ended. */
export async function lockSigned(trx: Kysely<Schema>, payoutId: string): Promise<PayoutRow | null> {
  const payout = await trx
    .selectFrom("payout")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .where("status", "in", SIGNED_PAYOUTS)
    .forUpdate()
    .executeTakeFirst();
  return payout ?? null;
}

export async function markSeen(
  trx: Kysely<Schema>,
  payoutId: string,
  { txHash, position }: Pick<LandedPayout, "txHash" | "position">,
): Promise<void> {
  await trx
    .updateTable("payout")
    .set({ status: nextPayoutStatus("payout.seen"), tx_hash: txHash, position })
    .where("payout_id", "=", payoutId)
    .execute();
}

async function bookPaid(trx: Kysely<Schema>, app: App, payout: PayoutRow, landed: LandedPayout): Promise<void> {
  const { payout_id: payoutId, coin_type: coinType, gross_base: grossBase, tg_user_id: tgUserId } = payout;
  const at = app.clock.now();
  const spentBase = readNetBase(payout) + landed.feeBase;
  await end(trx, payout, "payout.final", { at, spentBase, landed });
  const lines = [
    { account: ACCOUNTS.payout(payoutId), coinType, amountBase: -grossBase },
    { account: ACCOUNTS.treasury(coinType), coinType, amountBase: spentBase },
    { account: ACCOUNTS.fees(coinType), coinType, amountBase: grossBase - spentBase },
  ];
  await postEntries(trx, {
    transactionId: `payoutPaid:${payoutId}`,
    kind: "payoutPaid",
    at,
    entries: lines.filter(({ amountBase }) => amountBase !== 0n),
  });
  await queueNotification(trx, app, { tgUserId, kind: "payoutPaid", params: readMessageValues(payout) });
}

async function bookReturned(
  trx: Kysely<Schema>,
  app: App,
  payout: PayoutRow,
  landed: LandedPayout | null,
): Promise<void> {
  const { payout_id: payoutId, coin_type: coinType, gross_base: grossBase, tg_user_id: tgUserId } = payout;
  const at = app.clock.now();
  const spentBase = landed?.feeBase ?? 0n;
  const { backBase } = readReturnedBase(payout, spentBase);
  await end(trx, payout, "payout.lost", { at, spentBase, landed });
  const lines = [
    { account: ACCOUNTS.payout(payoutId), coinType, amountBase: -grossBase },
    { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: backBase },
    { account: ACCOUNTS.treasury(coinType), coinType, amountBase: spentBase },
    { account: ACCOUNTS.fees(coinType), coinType, amountBase: grossBase - backBase - spentBase },
  ];
  await postEntries(trx, {
    transactionId: `payoutReturned:${payoutId}`,
    kind: "payoutReturned",
    at,
    entries: lines.filter(({ amountBase }) => amountBase !== 0n),
  });
  await queueNotification(trx, app, { tgUserId, ...describeReturn(payout, spentBase) });
}

interface PayoutEnd {
  at: Date;
  spentBase: bigint;
  landed: LandedPayout | null;
}

async function end(
  trx: Kysely<Schema>,
  { payout_id: payoutId }: PayoutRow,
  event: "payout.final" | "payout.lost",
  { at, spentBase, landed }: PayoutEnd,
): Promise<void> {
  await clearFeeShort(trx, payoutId);
  await trx
    .updateTable("payout")
    .set({
      status: nextPayoutStatus(event),
      settled_at: at,
      spent_base: spentBase,
      ...(landed === null ? {} : { tx_hash: landed.txHash, position: landed.position }),
    })
    .where("payout_id", "=", payoutId)
    .execute();
}
