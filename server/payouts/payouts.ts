import { type SelectQueryBuilder, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, writeTimeCursor } from "#server/calls/pages.ts";
import { countConfirmations } from "#server/chains/facts.ts";
import type { Schema } from "#server/db/schema.ts";
import { type PayoutRow, readNetBase, readReturnedBase } from "./payoutRow.ts";
import { readLife } from "#server/records/life.ts";

type WirePayout = components["schemas"]["Payout"];

/** Payouts for the wire, in the order given. */
async function readWirePayouts(app: App, rows: readonly PayoutRow[]): Promise<WirePayout[]> {
  if (rows.length === 0) return [];
  const cursors = await app.database.kysely.selectFrom("chain_cursor").select(["coin_type", "head_position"]).execute();
  return rows.map((row) => {
    const { coin_type: coinType } = row;
    const { baseDecimals } = COINS[coinType];
    const facts = app.chains[coinType]?.facts;
    const requiredConfirmations = facts?.confirmations ?? 1;
    const head = cursors.find((cursor) => cursor.coin_type === coinType)?.head_position;
    const seen = row.position === null ? 0 : countConfirmations(facts, row.position, head);
    return {
      payoutId: row.payout_id,
      coinType,
      gross: formatAmount(row.gross_base, baseDecimals),
      fee: formatAmount(row.fee_base, baseDecimals),
      net: formatAmount(readNetBase(row), baseDecimals),
      ...nameReturned(row),
      toAddress: row.to_address,
      status: row.status,
      heldReason: row.held_reason,
      isAutomatic: row.is_automatic,
      txHash: row.tx_hash,
      explorerTx: facts?.explorerTx ?? null,
      confirmations: row.status === "paid" ? requiredConfirmations : seen,
      requiredConfirmations,
      createdAt: row.created_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    };
  });
}

function nameReturned(row: PayoutRow): Pick<WirePayout, "returnedAmount" | "lostFee"> {
  const { status, coin_type: coinType, spent_base: spentBase } = row;
  if (status !== "cancelled" && status !== "returned") return { returnedAmount: null, lostFee: null };
  const { backBase, lostBase } = readReturnedBase(row, spentBase ?? 0n);
  const { baseDecimals } = COINS[coinType];
  return { returnedAmount: formatAmount(backBase, baseDecimals), lostFee: formatAmount(lostBase, baseDecimals) };
}

/** One payout for the wire, as it is now, with its life. */
export async function readWirePayout(app: App, payoutId: string): Promise<WirePayout> {
  const row = await app.database.kysely
    .selectFrom("payout")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return readWithLife(app, row);
}

async function readWithLife(app: App, row: PayoutRow): Promise<WirePayout> {
  const [payout] = await readWirePayouts(app, [row]);
  if (payout === undefined) throw new Error("payout missing from result");
  return { ...payout, life: await readPayoutLife(app, row) };
}

/** The caller's payouts, newest first. */
export const payouts: Handler<"payouts"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType, payoutId, cursor, limit } = query;
  const { kysely } = app.database;
  function narrow<Output>(select: SelectQueryBuilder<Schema, "payout", Output>) {
    return select
      .where("tg_user_id", "=", tgUserId)
      .where("coin_type", "in", coinType === undefined ? COIN_TYPES : [coinType])
      .$if(payoutId !== undefined, (all) => all.where("payout_id", "=", payoutId ?? ""));
  }
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const rows = await narrow(kysely.selectFrom("payout").selectAll())
    .$if(after !== null, (all) => all.where(sql<boolean>`(created_at, payout_id) < (${after?.time}, ${after?.id})`))
    .orderBy("created_at", "desc")
    .orderBy("payout_id", "desc")
    .limit(limit + 1)
    .execute();
  const counted = await narrow(
    kysely.selectFrom("payout").select((select) => select.fn.countAll().as("total")),
  ).executeTakeFirstOrThrow();
  const { page, nextCursor } = paginate(rows, {
    limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.payout_id }),
  });
  const items =
    payoutId === undefined
      ? await readWirePayouts(app, page)
      : await Promise.all(page.map((row) => readWithLife(app, row)));
  return { items, total: Number(counted.total), nextCursor };
};

const NEXT: Partial<Record<PayoutRow["status"], PayoutRow["status"]>> = {
  queued: "sending",
  held: "queued",
  sending: "confirming",
  confirming: "paid",
};

/** What became of a payout, and what comes next on its way to the wallet. */
async function readPayoutLife(app: App, row: PayoutRow): Promise<components["schemas"]["Life"]> {
  const { payout_id: id, status, created_at: createdAt } = row;
  const state = NEXT[status];
  const next = state === undefined ? null : { state, at: status === "held" ? row.retry_at : null };
  return readLife(app.database.kysely, { chart: "payout", id, status, createdAt }, next);
}
