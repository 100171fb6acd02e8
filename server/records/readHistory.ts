import { type Kysely, type Selectable, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export type Chart = Schema["status_history"]["chart"];
type Entry = Selectable<Schema["status_history"]>;

/** What a row of each chart is inserted with, which no entry tells. */
export const FIRST_STATUSES = { order: "awaitingPayment", envelope: "awaitingPayment", payout: "queued" } as const;

export interface StatusHistory {
  chart: Chart;
  id: string;
  tgUserId: bigint;
  status: string;
  createdAt: Date;
  entries: readonly Entry[];
}

/** The history of the envelope, order or payout of that id; null where there is none of it. */
export async function readHistory(database: Kysely<Schema>, id: string): Promise<StatusHistory | null> {
  const { rows } = await sql<Omit<StatusHistory, "entries">>`
    select 'envelope' as chart, envelope_id as id, sender_id as "tgUserId", status, created_at as "createdAt"
    from envelope where envelope_id = ${id}
    union all
    select 'order', order_id, tg_user_id, status, created_at
    from payment_order where order_id = ${id}
    union all
    select 'payout', payout_id, tg_user_id, status, created_at
    from payout where payout_id = ${id}
  `.execute(database);
  const [found] = rows;
  if (found === undefined) return null;
  return { ...found, entries: await readEntries(database, found.chart, id) };
}

/** Each kept change of a status, in order. */
export async function readEntries(database: Kysely<Schema>, chart: Chart, id: string): Promise<Entry[]> {
  return await database
    .selectFrom("status_history")
    .selectAll()
    .where("chart", "=", chart)
    .where("id", "=", id)
    .orderBy("step")
    .execute();
}
