import { type Kysely, type Selectable, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { Schema } from "#server/db/schema.ts";

type Life = components["schemas"]["Life"];

interface Living<Status extends string> {
  chart: Chart;
  id: string;
  status: Status;
  createdAt: Date;
}

interface Coming<Status extends string> {
  state: Status;
  /** At the latest; null where nobody knows. */
  at: Date | null;
}

/**
 * The life of an envelope, order or payout, as far as its history is kept. Of one that
 * ended long ago, the first state and the present one are known.
 */
export async function readLife<Status extends string>(
  database: Kysely<Schema>,
  { chart, id, status, createdAt }: Living<Status>,
  next: Coming<NoInfer<Status>> | null,
): Promise<Life> {
  const born = FIRST_STATUSES[chart];
  const entries = await readEntries(database, chart, id);
  // The status was read before: what has changed meanwhile is told next time.
  const last = entries.findLastIndex(({ target }) => target === status);
  const changes = entries.slice(0, last + 1).map(({ target, at }) => ({ state: target, at: toWireTime(at) }));
  const isKnown = changes.length > 0 || status === born;
  return {
    history: [
      { state: born, at: createdAt.toISOString() },
      ...changes,
      ...(isKnown ? [] : [{ state: status, at: null }]),
    ],
    next: next === null ? null : { state: next.state, at: toWireTime(next.at) },
  };
}

function toWireTime(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

type Chart = Schema["status_history"]["chart"];
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
async function readEntries(database: Kysely<Schema>, chart: Chart, id: string): Promise<Entry[]> {
  return await database
    .selectFrom("status_history")
    .selectAll()
    .where("chart", "=", chart)
    .where("id", "=", id)
    .orderBy("step")
    .execute();
}
