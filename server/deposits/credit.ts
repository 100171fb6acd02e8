import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postMany } from "#server/ledger/postEntries.ts";
import { queueMoneyLetters } from "#server/messenger/queueMoneyLetters.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { type Match, matchInTurn, readMatchings } from "./matching.ts";
import { payOrder } from "./payOrder.ts";

export interface TransferId {
  coinType: CoinType;
  txHash: string;
  index: number;
}

/**
 * The account that has the money now: the treasury when it arrives, or the unmatched account when its sender is proven
 * later.
 */
interface MoneySource {
  account: string;
  transactionId: string;
}

interface Credited {
  coinType: CoinType;
  payerId: bigint;
  transfers: readonly Omit<TransferId, "coinType">[];
  /** What has the money of one now. */
  findSource: (id: TransferId) => MoneySource;
}

/** A transfer with what of it goes to the order and to the balance, in base units. */
interface Share extends Match {
  toOrderBase: bigint;
  toBalanceBase: bigint;
}

/**
 * Credits final transfers to their payer inside the caller's transaction, by few statements, however many they are: each
 * to an order up to the amount due, the rest to the balance. Opens the envelopes of orders that are then paid.
 */
export async function creditTransfers(
  trx: Kysely<Schema>,
  app: App,
  { coinType, payerId, transfers, findSource }: Credited,
): Promise<void> {
  if (transfers.length === 0) return;
  const at = app.clock.now();
  await lockOpenOrders(trx, coinType, payerId);
  const shares = matchInTurn(await readMatchings(trx, app, coinType, { among: transfers, payerId })).map(toShare);
  await postMany(
    trx,
    shares.map(({ txHash, index, amountBase, orderId, toOrderBase, toBalanceBase }) => {
      const { account, transactionId } = findSource({ coinType, txHash, index });
      const lines = [
        { account, coinType, amountBase: -amountBase },
        ...(orderId === null ? [] : [{ account: ACCOUNTS.order(orderId), coinType, amountBase: toOrderBase }]),
        { account: ACCOUNTS.user(payerId, coinType), coinType, amountBase: toBalanceBase },
      ];
      return { transactionId, kind: "deposit", at, entries: lines.filter((line) => line.amountBase !== 0n) };
    }),
  );
  await markSettled(trx, coinType, { transfers: shares, outcome: "balance", payerId, at });
  const byOrder = Map.groupBy(shares, ({ orderId }) => orderId);
  for (const [orderId, paying] of byOrder)
    if (orderId !== null) await payByShares(trx, app, { coinType, orderId, paying, at });
  await tellBalance(trx, app, { coinType, payerId, shares });
}

function toShare(match: Match): Share {
  const { amountBase, dueBase } = match;
  const toOrderBase = amountBase < dueBase ? amountBase : dueBase;
  return { ...match, toOrderBase, toBalanceBase: amountBase - toOrderBase };
}

async function payByShares(
  trx: Kysely<Schema>,
  app: App,
  { coinType, orderId, paying, at }: { coinType: CoinType; orderId: string; paying: readonly Share[]; at: Date },
): Promise<void> {
  const paidBase = paying.reduce((sum, { toOrderBase }) => sum + toOrderBase, 0n);
  const change = { at, cause: "chainWatcher" } as const;
  await payOrder(trx, app, { orderId, coinType, paidBase, dueBase: paying[0]?.dueBase ?? 0n, change });
}

async function tellBalance(
  trx: Kysely<Schema>,
  app: App,
  { coinType, payerId: tgUserId, shares }: { coinType: CoinType; payerId: bigint; shares: readonly Share[] },
): Promise<void> {
  const told = shares
    .filter(({ toBalanceBase }) => toBalanceBase > 0n)
    .map(({ orderId, toBalanceBase }) => ({
      orderId,
      amount: formatAmount(toBalanceBase, COINS[coinType].baseDecimals),
    }));
  for (const { orderId, amount } of told) {
    if (orderId === null) continue;
    await queueNotification(trx, app, { tgUserId, kind: "excessToBalance", params: { amount, coinType, orderId } });
  }
  const letters = told
    .filter(({ orderId }) => orderId === null)
    .map(({ amount }) => ({ params: { amount, coinType } }));
  if (letters.length > 0) {
    await queueMoneyLetters(trx, app, { tgUserId, kind: "paymentToBalance", change: "received", letters });
  }
}

/** Locks the payer's open orders: what is read of them afterwards stays so until the transaction ends. */
async function lockOpenOrders(trx: Kysely<Schema>, coinType: CoinType, payerId: bigint): Promise<void> {
  await trx
    .selectFrom("payment_order")
    .select("order_id")
    .where("tg_user_id", "=", payerId)
    .where("coin_type", "=", coinType)
    .where("status", "in", OPEN_STATUSES)
    .orderBy("created_at")
    .orderBy("order_id")
    .forUpdate()
    .execute();
}

interface Settled {
  transfers: readonly { txHash: string; index: number; orderId?: string | null }[];
  /** Of those that pay no order. */
  outcome: "balance" | "unmatched";
  /** Null: nobody. */
  payerId: bigint | null;
  at: Date;
}

/** Marks transfers as settled, by one statement. */
export async function markSettled(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { transfers, outcome, payerId, at }: Settled,
): Promise<void> {
  await sql`
    update chain_transfer t
    set settled_at = ${at}, outcome = case when r.order_id is null then ${outcome} else 'order' end,
      order_id = r.order_id, tg_user_id = ${payerId}
    from unnest(
      ${transfers.map(({ txHash }) => txHash)}::text[], ${transfers.map(({ index }) => index)}::integer[],
      ${transfers.map(({ orderId = null }) => orderId)}::text[]
    ) as r (tx_hash, transfer_index, order_id)
    where t.coin_type = ${coinType} and t.tx_hash = r.tx_hash and t.transfer_index = r.transfer_index
  `.execute(trx);
}
