import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { findQueue, QUEUE_NAMES, type QueueName } from "./queues.ts";

/** As many as a page shows, and as one action repeats. */
const MOST_ROWS = 50;

export interface DeadLetter {
  queue: QueueName;
  id: string;
  attempts: number;
  reason: string;
  failed_at: Date;
}

interface Wanted {
  queue: QueueName;
  /** Null: all of the queue. */
  id: string | null;
}

const isDead = sql<boolean>`failed_at is not null and last_error is not null`;

/** What could not be delivered and waits for an operator, the newest first; of all queues where none is named. */
export async function selectDeadLetters(kysely: Kysely<Schema>, wanted: Wanted | null = null): Promise<DeadLetter[]> {
  const queues = wanted === null ? QUEUE_NAMES : [wanted.queue];
  const parts = queues.map((queue) => {
    const { table, id, isOf } = findQueue(queue);
    return sql`(
      select ${queue} as queue, ${id} as id, attempts, last_error as reason, failed_at from ${sql.table(table)}
      where ${isDead} and ${isOf} and ${id} = coalesce(${wanted?.id ?? null}, ${id})
      order by failed_at desc limit ${MOST_ROWS})`;
  });
  const { rows } = await sql<DeadLetter>`
    select * from (${sql.join(parts, sql` union all `)}) letters order by failed_at desc limit ${MOST_ROWS}
  `.execute(kysely);
  return rows;
}

/** Counts the dead letters of each queue. */
export async function countDeadLetters(kysely: Kysely<Schema>): Promise<{ queue: QueueName; count: bigint }[]> {
  const parts = QUEUE_NAMES.map((queue) => {
    const { table, isOf } = findQueue(queue);
    return sql`select ${queue} as queue, count(*) as count from ${sql.table(table)} where ${isDead} and ${isOf}`;
  });
  const { rows } = await sql<{ queue: QueueName; count: bigint }>`${sql.join(parts, sql` union all `)}`.execute(kysely);
  return rows;
}

/** Makes dead letters of one queue due again, with all their attempts. */
export async function reviveLetters(
  trx: Kysely<Schema>,
  { queue, ids, at }: { queue: QueueName; ids: readonly string[]; at: Date },
): Promise<void> {
  const { table, id, isOf } = findQueue(queue);
  await sql`
    update ${sql.table(table)} set failed_at = null, last_error = null, attempts = 0, due_at = ${at}
    where ${isDead} and ${isOf} and ${id} = any (${ids}::text[])
  `.execute(trx);
}
