import { type RawBuilder, sql } from "kysely";
import type { LetterQueue } from "#server/db/schema.ts";
import { doubleWait } from "#server/pause.ts";

/** The queues of the outbox: those of letters, what groups are to show, and what a job could not do for one row. */
export const QUEUE_NAMES = [
  "notification",
  "group_post",
  "inline_message",
  "bot_answer",
  "bot_update",
  "alarm_message",
  "failed_work",
] as const satisfies (LetterQueue | "group_post" | "failed_work")[];
export type QueueName = (typeof QUEUE_NAMES)[number];

const OF_LETTERS = {
  table: "letter",
  id: sql<string>`letter_id`,
  kind: sql<string>`kind`,
  taker: sql<string>`taker`,
  payload: sql`payload`,
  waitsSince: sql<Date>`created_at`,
  isUrgent: sql<boolean>`is_urgent`,
  /** Of one taker. */
  order: sql`place, due_at`,
  isWaiting: sql<boolean>`sent_at is null`,
};
const OF_POSTS = {
  ...OF_LETTERS,
  table: "group_post",
  id: sql<string>`envelope_id`,
  kind: sql<string>`'post'`,
  taker: sql<string>`chat_id::text`,
  payload: sql`null::jsonb`,
  waitsSince: sql<Date>`due_at`,
  isUrgent: sql<boolean>`false`,
  order: sql`due_at`,
  isWaiting: sql<boolean>`is_stale`,
};
// Jobs do it, and no delivery.
const OF_WORK = { ...OF_LETTERS, table: "failed_work", id: sql<string>`job || ':' || item` };

/** Where the rows of a queue are. Each has the columns due_at, attempts, failed_at and last_error besides. */
export function findQueue(queue: QueueName): typeof OF_LETTERS & { isOf: RawBuilder<boolean> } {
  if (queue === "group_post") return { ...OF_POSTS, isOf: sql`true` };
  if (queue === "failed_work") return { ...OF_WORK, isOf: sql`true` };
  return { ...OF_LETTERS, isOf: sql`queue = ${queue}` };
}

/** How long what has failed waits for its next try, a minute at most. */
export function findRetryWait(failuresBefore: number): number {
  return doubleWait(2_000, failuresBefore, 60_000);
}

/** Waiting messages per person at most, without warnings. */
export const MAX_WAITING = 10;
/** Each further message of a person is due this much later, so that they do not delay those of others. */
export const GAP_MS = 1_000;
/** Both, as statements take them. */
export const PACE = { mostWaiting: MAX_WAITING, gapMs: GAP_MS };
