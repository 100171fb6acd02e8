import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import type { Schema } from "#server/db/schema.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { NO_TOTALS, readTotals } from "#server/records/totals.ts";
import type { Change, OrderStatus } from "./things.ts";

/** What the product has of money, as its tables say it. */
export type Tables = Kysely<Schema>;

const ORDER_STATUSES: Readonly<Record<string, OrderStatus>> = {
  awaitingPayment: "payable",
  partiallyPaid: "payable",
  confirming: "payable",
  paid: "paid",
  cancelled: "cancelled",
  expired: "expired",
};

/** What each letter about money tells of it. */
const LETTERS: Readonly<Record<string, Change>> = {
  paymentToBalance: "received",
  excessToBalance: "received",
  partToBalance: "received",
  cancelledToBalance: "received",
  assignedToBalance: "received",
  refunded: "received",
  payoutPaid: "paidOut",
  payoutReturned: "returned",
  payoutHeld: "held",
};

export async function readBalances(tables: Tables, coinType: CoinType, people: readonly bigint[]) {
  const found: Record<string, bigint> = {};
  for (const person of people) found[String(person)] = await readBalance(tables, person, coinType);
  return found;
}

export async function readSums(tables: Tables, coinType: CoinType, people: readonly bigint[]) {
  const found: Record<string, Pick<typeof NO_TOTALS, "claimedBase" | "sentBase" | "sentCounts">> = {};
  for (const person of people) {
    const { claimedBase, sentBase, sentCounts } = (await readTotals(tables, person)).get(coinType) ?? NO_TOTALS;
    found[String(person)] = { claimedBase, sentBase, sentCounts };
  }
  return found;
}

export async function readOrders(tables: Tables): Promise<Record<string, OrderStatus | undefined>> {
  const rows = await tables.selectFrom("payment_order").select(["order_id", "status"]).execute();
  return Object.fromEntries(rows.map(({ order_id: id, status }) => [id, ORDER_STATUSES[status]]));
}

export function readEnvelopes(tables: Tables) {
  return tables
    .selectFrom("envelope")
    .select(["envelope_id as id", "status", "claimed_count as claimedCount", "opened_at as openedAt"])
    .execute();
}

/** Draws of all envelopes, by envelope and in their order. */
export async function readDraws(tables: Tables) {
  const windows = await tables.selectFrom("draw_window").selectAll().orderBy("envelope_id").orderBy("round").execute();
  const entries = await tables
    .selectFrom("entry")
    .leftJoin("claim", (join) =>
      // By the column that both are distributed by: Citus joins them by no other.
      join.onRef("claim.envelope_id", "=", "entry.envelope_id").onRef("claim.claim_id", "=", "entry.entry_id"),
    )
    .select([
      "entry.envelope_id as envelopeId",
      "round",
      "entry.tg_user_id as person",
      "status",
      "amount_base as wonBase",
    ])
    .orderBy("place")
    .execute();
  return windows.map(({ envelope_id: envelopeId, round, settled_at: settledAt, is_undrawn: isUndrawn }) => ({
    envelopeId,
    round,
    end: settledAt === null ? "waiting" : isUndrawn ? "undrawn" : "drawn",
    entries: entries.filter((entry) => entry.envelopeId === envelopeId && entry.round === round),
  }));
}

export function readPayouts(tables: Tables) {
  return tables
    .selectFrom("payout")
    .select(["payout_id as id", "tg_user_id as person", "status", "held_reason as heldReason"])
    .select(["gross_base as grossBase", "fee_base as feeBase", "to_address as to", "is_automatic as isAutomatic"])
    .orderBy("created_at")
    .orderBy("payout_id")
    .execute();
}

/** In the order in which they were settled. */
export function readSettled(tables: Tables) {
  return tables
    .selectFrom("chain_transfer")
    .select(["tx_hash as txId", "transfer_index as index", "from_address as from"])
    .select(["amount_base as amountBase", "reference"])
    .where("settled_at", "is not", null)
    .orderBy("settled_at")
    .orderBy("position")
    .orderBy("seen_at")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .execute();
}

/** Up to which time the chain is settled. */
export async function readFinalTimeMs(tables: Tables, coinType: CoinType): Promise<number> {
  const cursor = await tables
    .selectFrom("chain_cursor")
    .select("final_time")
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  return cursor?.final_time?.getTime() ?? 0;
}

/** What the books of the product say that the treasury holds. */
export async function readBooked(tables: Tables, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ booked: bigint }>`
    select -coalesce(sum(amount_base), 0) as booked from ledger_entry where account = ${`treasury:${coinType}`}
  `.execute(tables);
  return rows[0]?.booked ?? 0n;
}

/** Number and sum of what each person was told, alone or together with other letters. */
export async function readLetters(tables: Tables): Promise<Record<string, string>> {
  const sums = new Map<string, { count: bigint; amountBase: bigint }>();
  const add = (name: string, count: bigint, amountBase: bigint) => {
    const before = sums.get(name) ?? { count: 0n, amountBase: 0n };
    sums.set(name, { count: before.count + count, amountBase: before.amountBase + amountBase });
  };
  const alone = await tables
    .selectFrom("letter")
    .where("queue", "=", "notification")
    .select(["tg_user_id", "kind", "payload as params"])
    .execute();
  for (const { tg_user_id: person, kind, params } of alone) {
    const change = LETTERS[kind];
    if (change === undefined) continue;
    const { amount, coinType } = params as { amount: string; coinType: CoinType };
    add(`${person} ${change}`, 1n, parseDecimal(amount, COINS[coinType].baseDecimals));
  }
  const together = await tables.selectFrom("notification_sum").selectAll().execute();
  for (const { tg_user_id: person, change, letters, amount_base: amountBase } of together) {
    add(`${person} ${change}`, letters, amountBase);
  }
  return Object.fromEntries([...sums].map(([name, { count, amountBase }]) => [name, `${count}: ${amountBase}`]));
}

/** Keeps all that there is, in place of what was kept before. */
export async function keepAll(tables: Tables): Promise<void> {
  await sql`
    do $$ declare name text; begin
      drop schema if exists earlier cascade;
      create schema earlier;
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create table earlier.%I as table public.%I', name, name);
      end loop;
    end $$`.execute(tables);
}

/** Puts all back as it was kept, and lets the database look like another one, as after a restore from a backup. */
export async function putAllBack(tables: Tables, coinType: CoinType): Promise<void> {
  await tables.transaction().execute(async (trx) => {
    // On Citus the nodes of the shards follow it, too.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(trx);
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      do $$ declare name text; columns text; begin
        for name in select tablename from pg_tables where schemaname = 'earlier' loop
          select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
          where table_schema = 'public' and table_name = name and is_generated = 'NEVER';
          execute format('delete from public.%I', name);
          execute format('insert into public.%I (%s) overriding system value select %s from earlier.%I', name, columns, columns, name);
        end loop;
      end $$`.execute(trx);
    await sql`update job_state set value = 'another origin' where name = ${`databaseOrigin:${coinType}`}`.execute(trx);
  });
}

/** The transactions of the treasury that the product knows. */
export async function readKnownOutgoing(tables: Tables): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select tx_hash as id from payout_attempt union select tx_hash from outgoing_transfer
  `.execute(tables);
  return new Set(rows.map(({ id }) => id));
}
