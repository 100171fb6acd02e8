import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { requireTrustedTime } from "#server/clockGuard.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { lockOrder } from "#server/orders/findOrder.ts";
import { readWireOrder } from "#server/orders/readWireOrder.ts";
import { payOrder } from "./payOrder.ts";
import { type CheckedCode, askForCode, lockSpender } from "#server/accounts/securityCode.ts";

/** Pays what is due of an own order from the balance of its coin. A repeat answers the paid order again. */
export const payFromBalance: Handler<"payFromBalance"> = async ({ user: { tgUserId }, body }, app) => {
  const { orderId, securityCode } = body;
  const order = await app.database.kysely
    .selectFrom("payment_order")
    .select("coin_type")
    .where("order_id", "=", orderId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (order === undefined) throw new ApiError("notFound");
  // The order, and what blocks spending, end by the time.
  await requireTrustedTime(app);
  const checked = await askForCode(app, tgUserId, securityCode);
  // The envelopes that open are valued at the price of now.
  await app.prices.read(order.coin_type);
  const spender: Spender = { tgUserId, coinType: order.coin_type, orderId, checked };
  await transact(app.database.kysely, (trx) => payInside(trx, app, spender));
  return { order: await readWireOrder(app, orderId, tgUserId) };
};

interface Spender {
  tgUserId: bigint;
  coinType: CoinType;
  orderId: string;
  checked: CheckedCode;
}

async function payInside(trx: Kysely<Schema>, app: App, spender: Spender): Promise<void> {
  const { tgUserId, coinType, orderId, checked } = spender;
  const transactionId = `balance:${orderId}`;
  await lockSpender(trx, app, spender, checked);
  const order = await lockOrder(trx, orderId);
  if (order.status === "paid" && (await isBooked(trx, transactionId))) return;
  const at = app.clock.now();
  if (!isPayableStatus(order.status) || order.expires_at <= at) throw new ApiError("orderNotPayable");
  if (await isMoneyMissing(trx, coinType)) throw new ApiError("serviceUnavailable");
  if (await isFrozen(trx, listSpendingScopes({ tgUserId, coinType }))) throw new ApiError("serviceUnavailable");
  const dueBase = order.amount_base - order.paid_base;
  if ((await readBalance(trx, tgUserId, coinType)) < dueBase) throw new ApiError("insufficientBalance");
  await postEntries(trx, {
    transactionId,
    kind: "balance",
    at,
    entries: [
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: -dueBase },
      { account: ACCOUNTS.order(orderId), coinType, amountBase: dueBase },
    ],
  });
  const change = { at, cause: "payFromBalance" } as const;
  await payOrder(trx, app, { orderId, coinType, paidBase: dueBase, dueBase, change });
}

async function isBooked(trx: Kysely<Schema>, transactionId: string): Promise<boolean> {
  const entry = await trx
    .selectFrom("ledger_entry")
    .select("line")
    .where("transaction_id", "=", transactionId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
