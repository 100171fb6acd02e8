import type { Kysely } from "kysely";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import type { TransactionStatus } from "#server/chains/payoutRoute.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import type { CoinType } from "#domain/coins.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import { clearFeeShort, shareFee } from "./fees.ts";
import {
  describeReturn,
  type PayoutRow,
  readMessageValues,
  readNetBase,
  readReturnedBase,
  type SignedTransaction,
  readSigned,
} from "./payoutRow.ts";

/** A payout's part of a final transaction, as two endpoints have it. */
interface LandedPayout {
  txHash: string;
  position: bigint;
  /** Where the money came back that had left; null where it did not. */
  returnedPosition: bigint | null;
  /** Base units that the network took: its share of the transaction's fee, and what was burnt. */
  feeBase: bigint;
}

/**
 * Books the payouts of a final transaction, each once. The account of fees gets what the network did not take of the
 * agreed fee, and pays what it took beyond that. If nothing has moved, the balance gets the money back, less the
 * network's fee. The owner pays at most the agreed fee.
 */
export async function settleTransaction(
  app: App,
  transaction: SignedTransaction,
  { txHash, position, feeBase, moved, places }: Extract<TransactionStatus, { kind: "final" }>,
): Promise<void> {
  const { parts, openIds } = transaction;
  for (const [place, { payout_id: payoutId, coin_type: coinType }] of parts.entries()) {
    if (!openIds.has(payoutId)) continue;
    const own = places?.[place] ?? { position, returnedPosition: null };
    const { burntBase = 0n } = own;
    const landed = { txHash, ...own, feeBase: shareFee(feeBase, parts.length, place) + burntBase };
    if (burntBase > 0n) noteBurnt(app, coinType, payoutId);
    const book = moved[place] === true ? bookPaid : bookReturned;
    await transact(app.database.kysely, async (trx) => {
      const payout = await lockSigned(trx, payoutId);
      // Another process may have found it lost, and signed the payout anew.
      if (payout === null || !(await isLive(trx, payoutId, transaction.txHash))) return;
      if (payout.status === "sending") await markSeen(trx, app, payoutId, landed);
      await book(trx, app, payout, landed);
    });
  }
}

function noteBurnt({ logger }: App, coinType: CoinType, payoutId: string): void {
  logger.error(
    { coinType, reason: `payout ${payoutId}` },
    "the network burnt a payout: its owner has the money back, and the account of fees bears the loss",
  );
}

/** Whether this is a transaction of the payout that may land, or has. */
async function isLive(trx: Kysely<Schema>, payoutId: string, txHash: string): Promise<boolean> {
  const attempt = await trx
    .selectFrom("payout_attempt")
    .select("attempt")
    .where("payout_id", "=", payoutId)
    .where("tx_hash", "=", txHash)
    .where("lost_at", "is", null)
    .executeTakeFirst();
  return attempt !== undefined;
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
  { clock }: Pick<App, "clock">,
  payoutId: string,
  { txHash, position }: Pick<LandedPayout, "txHash" | "position">,
): Promise<void> {
  const change = { at: clock.now(), cause: "sendPayouts" } as const;
  await trx
    .updateTable("payout")
    .set({ ...changeStatus("payout", "payout.seen", change), tx_hash: txHash, position })
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
      ...changeStatus("payout", event, { at, cause: "sendPayouts" }),
      settled_at: at,
      spent_base: spentBase,
      ...(landed === null
        ? {}
        : {
            tx_hash: landed.txHash,
            position: landed.position,
            returned_position: landed.returnedPosition,
          }),
    })
    .where("payout_id", "=", payoutId)
    .execute();
}

const nameMark = (coinType: CoinType) => `payoutsFollowed:${coinType}`;

/** Notes that every payout is booked that has landed up to a final position. */
export async function noteFollowed(database: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<void> {
  await writeState(database, nameMark(coinType), String(position));
}

/** Whether every payout is booked that has landed up to a final position. */
export async function isFollowed(database: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<boolean> {
  const followed = await readState(database, nameMark(coinType));
  if (followed !== null && BigInt(followed) >= position) return true;
  return (await readSigned(database, coinType)).transactions.length === 0;
}
