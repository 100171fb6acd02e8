import { sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { isOpenStatus, isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { seeTitle } from "#server/calls/person.ts";
import { nameNetwork } from "#server/chains/chains.ts";
import { countConfirmations } from "#server/chains/facts.ts";
import type { OrderRow } from "./findOrder.ts";
import { findLivePaymentCode } from "./paymentCodes.ts";
import { readOwners } from "./readOwners.ts";
import { readLife } from "#server/records/life.ts";

/** One order in wire form, for its owner with its life. `ownerId` as in `readWireOrders`. */
export async function readWireOrder(
  app: App,
  orderId: string,
  ownerId: bigint | null,
): Promise<components["schemas"]["Order"]> {
  const row = await app.database.kysely
    .selectFrom("payment_order")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const [order] = await readWireOrders(app, [row], ownerId);
  if (order === undefined) throw new Error("order missing from result");
  return ownerId === null ? order : { ...order, life: await readOrderLife(app, row) };
}

type WireOrder = components["schemas"]["Order"];

/**
 * Orders in wire form, in the given order. `ownerId` is the logged-in owner, who sees the live payment code; null under
 * a payment code, which sees none.
 */
export async function readWireOrders(
  app: App,
  rows: readonly OrderRow[],
  ownerId: bigint | null,
): Promise<WireOrder[]> {
  if (rows.length === 0) return [];
  const { kysely } = app.database;
  const orderIds = rows.map((row) => row.order_id);
  const contents = await readPurchases(app, rows);
  const owners = await readOwners(
    app,
    rows.map((row) => row.tg_user_id),
  );
  const transfers = await kysely
    .selectFrom("chain_transfer")
    .select(["order_id", "tx_hash", "reported_as", "position", "settled_at"])
    .where("order_id", "in", orderIds)
    .orderBy("position", "desc")
    .orderBy("tx_hash")
    .execute();
  const reports = await kysely
    .selectFrom("payment_report")
    .select(["order_id", "tx_hash"])
    .where("order_id", "in", orderIds)
    .orderBy("reported_at", "desc")
    .execute();
  const cursors = await kysely.selectFrom("chain_cursor").select(["coin_type", "head_position"]).execute();
  const code = ownerId === null ? null : await findLivePaymentCode(app, ownerId);

  const now = app.clock.now();

  return rows.map((row) => {
    const { envelopeIds, purchase } = contents.get(row.order_id) ?? fail(row, "envelopes");
    const owner = owners.get(row.tg_user_id) ?? fail(row, "owner");
    const isOpen = isOpenStatus(row.status);
    const { baseDecimals } = COINS[row.coin_type];
    // A transfer that waits for finality makes its order confirming: this row was read before the transfer was seen.
    const isUnseen = (settledAt: Date | null) =>
      isPayableStatus(row.status) && (settledAt === null || row.paid_base === 0n);
    const ownTransfers = transfers.filter(
      (transfer) => transfer.order_id === row.order_id && !isUnseen(transfer.settled_at),
    );
    // With several payments under way, the youngest one decides the confirmations.
    const transfer = ownTransfers.find((candidate) => candidate.settled_at === null) ?? ownTransfers[0];
    const report = reports.find((candidate) => candidate.order_id === row.order_id);
    const facts = app.chains[row.coin_type]?.facts;
    const required = facts?.confirmations ?? 0;
    const head = cursors.find((cursor) => cursor.coin_type === row.coin_type)?.head_position;
    const isSettled = transfer !== undefined && transfer.settled_at !== null;
    const seen = transfer === undefined ? 0 : countConfirmations(facts, transfer.position, head);
    return {
      orderId: row.order_id,
      status: row.status,
      coinType: row.coin_type,
      amount: formatAmount(row.amount_base, baseDecimals),
      paidAmount: formatAmount(row.paid_base, baseDecimals),
      treasuryAddress: row.treasury_address,
      fromAddress: row.from_address,
      network: { id: row.network, name: nameNetwork(app.chains[row.coin_type], row.network) },
      reference: row.reference,
      txHash: transfer?.reported_as ?? transfer?.tx_hash ?? null,
      reportedTxHash: report?.tx_hash ?? null,
      confirmations: isSettled ? required : seen,
      requiredConfirmations: required,
      explorerTx: facts?.explorerTx ?? null,
      expiresAt: row.expires_at.toISOString(),
      isOverdue: isOpen && row.expires_at <= now,
      externalPaymentCode: code?.externalPaymentCode ?? null,
      paymentUrl: code?.paymentUrl ?? null,
      envelopeIds,
      owner,
      purchase,
    };
  });
}

interface OrderContents {
  envelopeIds: string[];
  purchase: components["schemas"]["Purchase"];
}

/** What each order pays for, by order id. The envelopes of one order differ only in their chat. */
async function readPurchases(
  app: App,
  orders: readonly Pick<OrderRow, "envelope_ids">[],
): Promise<Map<string, OrderContents>> {
  const rows = await app.database.kysely
    .selectFrom("envelope")
    .leftJoin("chat", "chat.chat_id", "envelope.chat_id")
    .select([
      "envelope.envelope_id",
      "envelope.order_id",
      "envelope.type",
      "envelope.coin_type",
      "envelope.count",
      "envelope.total_base",
      "envelope.remark",
      "envelope.chat_id",
      "chat.title",
    ])
    .where("envelope.envelope_id", "=", sql<string>`any (${orders.flatMap((order) => order.envelope_ids)}::text[])`)
    .orderBy("envelope.envelope_id")
    .execute();
  const contents = new Map<string, OrderContents>();
  for (const row of rows) {
    const titles = row.title === null || row.chat_id === null ? [] : [seeTitle(row.title, row.chat_id)];
    const known = contents.get(row.order_id);
    if (known === undefined) {
      contents.set(row.order_id, {
        envelopeIds: [row.envelope_id],
        purchase: {
          type: row.type,
          count: row.count,
          totalAmount: formatAmount(row.total_base, COINS[row.coin_type].baseDecimals),
          envelopeCount: 1,
          remark: row.remark === "" ? null : row.remark,
          chatTitles: titles,
        },
      });
      continue;
    }
    known.envelopeIds.push(row.envelope_id);
    known.purchase.envelopeCount += 1;
    known.purchase.chatTitles.push(...titles);
  }
  return contents;
}

function fail(row: OrderRow, missing: string): never {
  throw new Error(`order ${row.order_id} has no ${missing}`);
}

/** What became of an order, and that it is to be paid, as long as it can be. */
async function readOrderLife(app: App, row: OrderRow): Promise<components["schemas"]["Life"]> {
  const { order_id: id, status, created_at: createdAt } = row;
  const life = { chart: "order", id, status, createdAt } as const;
  return readLife(app.database.kysely, life, findNext(row, app.clock.now()));
}

function findNext({ status, expires_at: expiresAt }: OrderRow, now: Date) {
  if (status === "confirming") return { state: "paid", at: null } as const;
  if (!isPayableStatus(status)) return null;
  return expiresAt > now ? ({ state: "paid", at: expiresAt } as const) : ({ state: "expired", at: null } as const);
}
