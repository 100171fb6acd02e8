import type { Kysely } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { findNamedOrder } from "./findNamedOrder.ts";
import { matchTransfer } from "./matchTransfer.ts";
import { payOrder } from "./payOrder.ts";
import { readReportedOrderIds } from "./readReportedOrderIds.ts";
import { selectCandidates, type PayingTransfer } from "./selectCandidates.ts";

export interface CreditedTransfer extends PayingTransfer {
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
  transfer: CreditedTransfer,
  payerId: bigint,
  source: MoneySource,
): Promise<void> {
  const { coinType, amountBase } = transfer;
  const at = app.clock.now();
  const orders = await selectCandidates(trx, app, transfer, payerId).forUpdate().execute();
  const candidates = orders.map((order) => ({
    orderId: order.order_id,
    dueBase: order.amount_base - order.paid_base,
    isFromItsWallet: order.from_address_key === transfer.fromKey,
  }));
  const named = await findNamedOrder(trx, transfer);
  const reported = await readReportedOrderIds(trx, coinType, transfer.txHash);
  const orderId = matchTransfer(amountBase, candidates, {
    namedOrderId: named?.orderId ?? null,
    reportedOrderIds: reported,
  });
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
    .where("tx_hash", "=", transfer.txHash)
    .where("transfer_index", "=", transfer.index)
    .execute();
  if (orderId !== null) await payOrder(trx, app, { orderId, coinType, paidBase: toOrderBase, dueBase, at });
  if (toBalanceBase > 0n) {
    const amount = formatAmount(toBalanceBase, COINS[coinType].baseDecimals);
    const kind = orderId === null ? "paymentToBalance" : "excessToBalance";
    const params: Record<string, string> = orderId === null ? { amount, coinType } : { amount, coinType, orderId };
    await queueNotification(trx, app, { tgUserId: payerId, kind, params });
  }
}
