import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { matchTransfer, readMatchings } from "./matching.ts";
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
export interface MoneySource {
  account: string;
  transactionId: string;
}

/**
 * Credits a final transfer to its payer inside the caller's transaction: to an order up to the amount due, the rest to
 * the balance. Opens the envelopes of an order that is then paid.
 */
export async function creditTransfer(
  trx: Kysely<Schema>,
  app: App,
  { coinType, txHash, index }: TransferId,
  payerId: bigint,
  source: MoneySource,
): Promise<void> {
  const at = app.clock.now();
  await lockOpenOrders(trx, coinType, payerId);
  const [matching] = await readMatchings(trx, app, coinType, { txHash, index, payerId });
  if (matching === undefined) throw new Error("the transfer to be credited is not stored");
  const { amountBase, candidates } = matching;
  const orderId = matchTransfer(amountBase, candidates, matching);
  const dueBase = candidates.find((candidate) => candidate.orderId === orderId)?.dueBase ?? 0n;
  const toOrderBase = amountBase < dueBase ? amountBase : dueBase;
  const toBalanceBase = amountBase - toOrderBase;

  const lines = [
    { account: source.account, coinType, amountBase: -amountBase },
    ...(orderId === null ? [] : [{ account: ACCOUNTS.order(orderId), coinType, amountBase: toOrderBase }]),
    { account: ACCOUNTS.user(payerId, coinType), coinType, amountBase: toBalanceBase },
  ];
  await postEntries(trx, {
    transactionId: source.transactionId,
    kind: "deposit",
    at,
    entries: lines.filter((line) => line.amountBase !== 0n),
  });
  await trx
    .updateTable("chain_transfer")
    .set({ settled_at: at, outcome: orderId === null ? "balance" : "order", order_id: orderId, tg_user_id: payerId })
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .execute();
  if (orderId !== null) {
    const change = { at, cause: "chainWatcher" } as const;
    await payOrder(trx, app, { orderId, coinType, paidBase: toOrderBase, dueBase, change });
  }
  if (toBalanceBase > 0n) {
    const amount = formatAmount(toBalanceBase, COINS[coinType].baseDecimals);
    const kind = orderId === null ? "paymentToBalance" : "excessToBalance";
    const params: Record<string, string> = orderId === null ? { amount, coinType } : { amount, coinType, orderId };
    await queueNotification(trx, app, { tgUserId: payerId, kind, params });
  }
}

/** What is read of them afterwards stays so until the transaction ends. */
export async function lockOpenOrders(trx: Kysely<Schema>, coinType: CoinType, payerId: bigint): Promise<void> {
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
