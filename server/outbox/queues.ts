import { type RawBuilder, sql } from "kysely";

/** A table in which letters wait. Each has the columns attempts, failed_at and last_error besides. */
interface Queue {
  /** The columns of its key, with their types. */
  key: Readonly<Record<string, "text" | "bigint">>;
  /** When the next attempt is due. */
  due: "next_attempt_at" | "due_at";
  isWaiting: RawBuilder<boolean>;
  /** Takers take turns: the first letter of each one, then the second of each. Without them, the order is that of all. */
  taker?: RawBuilder<unknown>;
  /** What goes before, whoever takes it. */
  isUrgent?: RawBuilder<boolean>;
  /** Of one taker. */
  order: RawBuilder<unknown>;
  /** What a delivery sets. */
  sent?: (at: Date) => RawBuilder<unknown>;
  /** What a failure sets. */
  failed?: (at: Date) => RawBuilder<unknown>;
}

const endAnswer = (at: Date) => sql`due_at = null, answered_at = ${at}`;

/** The queues of the outbox. Jobs deliver each of them; operators repeat what failed. */
const QUEUES = {
  notification: {
    key: { notification_id: "text" },
    due: "next_attempt_at",
    isWaiting: sql`sent_at is null`,
    taker: sql`tg_user_id`,
    isUrgent: sql`is_warning`,
    order: sql`next_attempt_at`,
    sent: (at) => sql`sent_at = ${at}`,
  },
  // Its delivery stores what the group shows.
  group_post: {
    key: { envelope_id: "text" },
    due: "next_attempt_at",
    isWaiting: sql`is_stale`,
    taker: sql`chat_id`,
    order: sql`next_attempt_at`,
  },
  // Each is edited once, when its envelope is over.
  inline_message: {
    key: { inline_message_id: "text" },
    due: "next_attempt_at",
    isWaiting: sql`sent_at is null`,
    order: sql`next_attempt_at`,
    sent: (at) => sql`sent_at = ${at}`,
  },
  bot_answer: {
    key: { chat_id: "bigint" },
    due: "due_at",
    isWaiting: sql`due_at is not null`,
    taker: sql`chat_id`,
    order: sql`due_at`,
    sent: endAnswer,
    failed: endAnswer,
  },
  bot_update: {
    key: { update_id: "bigint" },
    due: "next_attempt_at",
    isWaiting: sql`done_at is null`,
    // In the messenger's order: what one update says of a chat, a later one may change.
    order: sql`update_id`,
    sent: (at) => sql`payload = null, done_at = ${at}`,
  },
  alarm_message: {
    key: { alarm_id: "text", channel: "text", event: "text" },
    due: "next_attempt_at",
    isWaiting: sql`sent_at is null`,
    taker: sql`alarm_id`,
    order: sql`created_at, event desc`,
    sent: (at) => sql`sent_at = ${at}`,
  },
  // What a job could not do for one row: no letter, but repeated in the same way.
  failed_work: {
    key: { job: "text", item: "text" },
    due: "next_attempt_at",
    isWaiting: sql`true`,
    order: sql`next_attempt_at`,
  },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

export function findQueue(name: QueueName): Queue {
  return QUEUES[name];
}

/** A letter's id as text: the values of its key. */
export function selectId({ key }: Queue): RawBuilder<string> {
  return sql`concat_ws(':', ${sql.join(Object.keys(key).map((column) => sql.ref(column)))})`;
}

/** Whether a row is the letter of this id. */
export function hasId({ key }: Queue, id: string): RawBuilder<boolean> {
  const columns = Object.entries(key);
  // The last column takes the rest, which may contain colons.
  const parts = id.split(":");
  const values = [...parts.slice(0, columns.length - 1), parts.slice(columns.length - 1).join(":")];
  const conditions = columns.map(
    ([column, type], place) => sql`${sql.ref(column)} = ${values[place] ?? null}::${sql.raw(type)}`,
  );
  return sql`(${sql.join(conditions, sql` and `)})`;
}
