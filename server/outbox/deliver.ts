import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { findQueue, findRetryWait, type QueueName } from "./queues.ts";

const BATCH = 20;
const MOST_URGENT = BATCH / 2;
const THREW = "it could not be made";

/** What became of one attempt. */
export type Delivery =
  | { kind: "sent" }
  /** Its turn has not come. It counts as no attempt. */
  | { kind: "later"; until: Date }
  /** Null: the outbox decides how long to wait. */
  | { kind: "retry"; retryAfterMs: number | null; reason: string }
  /** Another attempt would fail as well: it becomes a dead letter. */
  | { kind: "refused"; reason: string }
  /** Nobody wants it. */
  | { kind: "dropped"; reason: string };

export interface Outbox {
  queue: Exclude<QueueName, "failed_work">;
  /** Letters of others wait: for a newer version that knows them, or for another job. Default: all. */
  kinds?: readonly string[];
  /** Default: those of all. */
  takers?: readonly string[];
  /** A letter never overtakes one of its taker that waits, except for one that could not be made. */
  isOrdered?: true;
  /** Nothing that it says is kept once it is delivered. */
  isForgotten?: true;
  /** One that failed so often becomes a dead letter. */
  maxAttempts: number;
  deliver: (letter: Letter) => Promise<Delivery>;
}

export interface Letter {
  id: string;
  kind: string;
  taker: string;
  payload: unknown;
  waits_since: Date;
  attempts: number;
}

/**
 * Delivers a batch of what is due, at least once each, and returns how many it tried. The job's lease keeps other
 * processes away; no lock is held while somebody else answers.
 */
export async function deliverDue(app: App, outbox: Outbox, signal: AbortSignal): Promise<number> {
  let tried = 0;
  /** Their later letters wait as well: for the end of their turn, or for the one before. */
  const waiting = new Set<string>();
  for (const letter of await selectLetters(app, outbox)) {
    if (signal.aborted) break;
    if (waiting.has(letter.taker)) continue;
    const delivery = await attempt(app, outbox, letter);
    const isWaiting = await store(app, outbox, letter, delivery);
    tried += 1;
    const hasThrown = delivery.kind === "retry" && delivery.reason === THREW;
    const isKept = delivery.kind === "later" || (outbox.isOrdered === true && !hasThrown);
    if (isWaiting && isKept) waiting.add(letter.taker);
  }
  return tried;
}

/**
 * A batch of what is due, in which takers take turns. Before them comes what is urgent: the first of each taker, so that
 * nobody makes others wait by many, and no more than half of the batch.
 */
async function selectLetters({ database, clock }: App, outbox: Outbox): Promise<Letter[]> {
  const { queue, kinds = null, takers = null, isOrdered } = outbox;
  const { table, id, kind, taker, payload, waitsSince, isUrgent, order, isWaiting, isOf } = findQueue(queue);
  const isDue = sql<boolean>`due_at <= ${clock.now()}::timestamptz`;
  // In order, what is not due keeps back what comes behind it.
  const isHeeded = isOrdered === true ? sql`(${isDue} or last_error is distinct from ${THREW})` : isDue;
  const isAsked = sql<boolean>`
    ${kinds === null ? sql`true` : sql`${kind} = any (${kinds}::text[])`}
    and ${takers === null ? sql`true` : sql`${taker} = any (${takers}::text[])`}`;
  const { rows } = await sql<Letter>`
    with waiting as (
      select ${id} as id, ${kind} as kind, ${taker} as taker, ${payload} as payload, ${waitsSince} as waits_since,
        attempts, due_at,
        ${isUrgent} and row_number() over (partition by ${taker}, ${isUrgent} order by ${order}) = 1 as is_urgent,
        bool_and(${isDue}) over placed as is_open, row_number() over placed as turn
      from ${sql.table(table)}
      where ${isOf} and ${isWaiting} and failed_at is null and ${isHeeded} and ${isAsked}
      window placed as (partition by ${taker} order by ${order} rows unbounded preceding)
    )
    select id, kind, taker, payload, waits_since, attempts from (
      select *, is_urgent and row_number() over (partition by is_urgent order by due_at, id) <= ${MOST_URGENT} as is_first
      from waiting where is_open
    ) letters
    order by is_first desc, is_urgent, turn, due_at, id limit ${BATCH}
  `.execute(database.kysely);
  return rows;
}

/** An error costs the letter an attempt, and spoils no other. */
async function attempt({ logger }: App, { queue, deliver }: Outbox, letter: Letter): Promise<Delivery> {
  try {
    return await deliver(letter);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    logger.error({ queue, letter: letter.id, error }, "a delivery failed by an error");
    return { kind: "retry", retryAfterMs: null, reason: THREW };
  }
}

/** Stores what became of a letter; returns whether it still waits. */
async function store(app: App, outbox: Outbox, { id, attempts }: Letter, delivery: Delivery): Promise<boolean> {
  const { queue, maxAttempts, isForgotten = false } = outbox;
  const { table, id: ofRow, isOf } = findQueue(queue);
  const now = app.clock.now();
  const set = async (change: RawBuilder<unknown>) => {
    await sql`update ${sql.table(table)} set ${change} where ${isOf} and ${ofRow} = ${id}`.execute(app.database.kysely);
  };
  const fail = (count: number, lastError: string | null) =>
    set(sql`failed_at = ${now}, attempts = ${count}, last_error = ${lastError}`);
  switch (delivery.kind) {
    case "sent": {
      // The delivery of a post has stored what its group shows.
      const end =
        queue === "group_post" ? sql`` : sql`, sent_at = ${now} ${isForgotten ? sql`, payload = null` : sql``}`;
      await set(sql`attempts = 0, last_error = null ${end}`);
      return false;
    }
    case "later":
      await set(sql`due_at = ${delivery.until}`);
      return true;
    case "dropped":
      app.logger.info({ queue, letter: id, reason: delivery.reason }, "a delivery was dropped");
      await fail(attempts, null);
      return false;
    case "retry":
      if (attempts + 1 < maxAttempts) {
        const waitMs = delivery.retryAfterMs ?? findRetryWait(attempts);
        const until = new Date(now.getTime() + waitMs);
        await set(sql`due_at = ${until}, attempts = ${attempts + 1}, last_error = ${delivery.reason}`);
        return true;
      }
      break;
    case "refused":
  }
  app.logger.warn({ queue, letter: id, reason: delivery.reason }, "a delivery failed permanently");
  await fail(attempts + 1, delivery.reason);
  return false;
}
