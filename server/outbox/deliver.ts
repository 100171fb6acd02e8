import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { doubleWait } from "#server/pause.ts";
import { findQueue, hasId, type QueueName, selectId } from "./queues.ts";

const BATCH = 20;
const MOST_URGENT = BATCH / 2;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
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
  queue: QueueName;
  /** Which letters of the queue, where not all: those of kinds that this version knows, or of one receiver. */
  where?: RawBuilder<boolean>;
  /** A letter never overtakes one of its taker that waits, except for one that could not be made. */
  isOrdered?: true;
  /** One that failed so often becomes a dead letter. */
  maxAttempts: number;
  deliver: (id: string) => Promise<Delivery>;
}

interface Letter {
  id: string;
  attempts: number;
  /** Null: nobody has a turn. */
  taker: string | null;
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
    const { taker } = letter;
    if (taker !== null && waiting.has(taker)) continue;
    const delivery = await attempt(app, outbox, letter);
    const isWaiting = await store(app, outbox, letter, delivery);
    tried += 1;
    const hasThrown = delivery.kind === "retry" && delivery.reason === THREW;
    const isKept = delivery.kind === "later" || (outbox.isOrdered === true && !hasThrown);
    if (isWaiting && isKept && taker !== null) waiting.add(taker);
  }
  return tried;
}

/**
 * A batch of what is due, in which takers take turns. Before them comes what is urgent: the first of each taker, so that
 * nobody makes others wait by many, and no more than half of the batch.
 */
async function selectLetters({ database, clock }: App, { queue, where, isOrdered }: Outbox): Promise<Letter[]> {
  const known = findQueue(queue);
  const { isWaiting, order, taker = sql`null`, isUrgent = sql`false` } = known;
  const due = sql.ref(known.due);
  const isDue = sql<boolean>`${due} <= ${clock.now()}::timestamptz`;
  // In order, what is not due keeps back what comes behind it.
  const isHeeded = isOrdered === true ? sql`(${isDue} or last_error is distinct from ${THREW})` : isDue;
  const { rows } = await sql<Letter>`
    with waiting as (
      select ${selectId(known)} as id, attempts, (${taker})::text as taker, ${due} as due,
        ${isUrgent} and row_number() over (partition by ${taker}, ${isUrgent} order by ${order}) = 1 as is_urgent,
        bool_and(${isDue}) over placed as is_open, row_number() over placed as turn
      from ${sql.table(queue)}
      where ${isWaiting} and failed_at is null and ${isHeeded} and ${where ?? sql`true`}
      window placed as (partition by ${taker} order by ${order} rows unbounded preceding)
    )
    select id, attempts, taker from (
      select *, is_urgent and row_number() over (partition by is_urgent order by due, id) <= ${MOST_URGENT} as is_first
      from waiting where is_open
    ) letters
    order by is_first desc, is_urgent, turn, due, id limit ${BATCH}
  `.execute(database.kysely);
  return rows;
}

/** An error costs the letter an attempt, and spoils no other. */
async function attempt({ logger }: App, { queue, deliver }: Outbox, { id }: Letter): Promise<Delivery> {
  try {
    return await deliver(id);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    logger.error({ queue, letter: id, error }, "a delivery failed by an error");
    return { kind: "retry", retryAfterMs: null, reason: THREW };
  }
}

/** Stores what became of a letter; returns whether it still waits. */
async function store(app: App, outbox: Outbox, { id, attempts }: Letter, delivery: Delivery): Promise<boolean> {
  const { queue, maxAttempts } = outbox;
  const { due, sent, failed } = findQueue(queue);
  const now = app.clock.now();
  const set = async (...changes: (RawBuilder<unknown> | undefined)[]) => {
    const all = sql.join(changes.filter((change) => change !== undefined));
    await sql`update ${sql.table(queue)} set ${all} where ${hasId(findQueue(queue), id)}`.execute(app.database.kysely);
  };
  const fail = (count: number, lastError: string | null) =>
    set(sql`failed_at = ${now}, attempts = ${count}, last_error = ${lastError}`, failed?.(now));
  switch (delivery.kind) {
    case "sent":
      await set(sql`attempts = 0, last_error = null`, sent?.(now));
      return false;
    case "later":
      await set(sql`${sql.ref(due)} = ${delivery.until}`);
      return true;
    case "dropped":
      app.logger.info({ queue, letter: id, reason: delivery.reason }, "a delivery was dropped");
      await fail(attempts, null);
      return false;
    case "retry":
      if (attempts + 1 < maxAttempts) {
        const waitMs = delivery.retryAfterMs ?? doubleWait(FIRST_WAIT_MS, attempts, LONGEST_WAIT_MS);
        const until = new Date(now.getTime() + waitMs);
        await set(sql`${sql.ref(due)} = ${until}, attempts = ${attempts + 1}, last_error = ${delivery.reason}`);
        return true;
      }
      break;
    case "refused":
  }
  app.logger.warn({ queue, letter: id, reason: delivery.reason }, "a delivery failed permanently");
  await fail(attempts + 1, delivery.reason);
  return false;
}
