import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { findRetryWait } from "./queues.ts";

/** Work whose items are set aside where they fail; docs/operations.md says of which job each is. */
export const WORK_NAMES = [
  "refund",
  "draws",
  "lateDraws",
  "expireOrders",
  "openEnvelopes",
  "settleTransfer",
  "reviewOrders",
  "creditProven",
  "finishDepartures",
  "sendPayouts",
  "autoPayouts",
  "totals",
  "watchForAlarms",
  "cleanUp",
] as const;

export type WorkName = (typeof WORK_NAMES)[number];

/** Tries after which operators see an item, about three minutes after the first. It is tried on. */
export const SHOWN_AFTER = 8;
const WAITS_S = Array.from({ length: SHOWN_AFTER }, (_, failures) => findRetryWait(failures) / 1_000);
const LONGEST_REASON = 500;

type WorkApp = Pick<App, "database" | "clock" | "logger">;

interface Work<Item> {
  job: WorkName;
  findId: (item: Item) => string;
  /** Does it for all of them, or for none. */
  perform: (items: readonly Item[]) => Promise<void>;
}

/**
 * Works through a batch. Where an item fails, the others go on without it, and it is set aside with back-off. Rejects
 * where the database is away, which is the fault of no item.
 */
export async function workThrough<Item>(app: WorkApp, work: Work<Item>, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(work.findId);
  try {
    await work.perform(items);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (items.length === 1) return void (await setAside(app, work.job, ids, error));
    const middle = Math.ceil(items.length / 2);
    await workThrough(app, work, items.slice(0, middle));
    return workThrough(app, work, items.slice(middle));
  }
  return forgetFailures(app, work.job, ids);
}

/** Does one thing, unless it failed and its next try is not due. Rejects where the database is away. */
export async function workOnDue(
  app: WorkApp,
  job: WorkName,
  item: string,
  perform: () => Promise<void>,
): Promise<void> {
  const failures = await readFailures(app, job, [item]);
  if (failures.isResting(item)) return;
  try {
    await perform();
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return void (await setAside(app, job, [item], error));
  }
  if (failures.has(item)) await forgetFailures(app, job, [item]);
}

/** Sets items aside until their next try. Answers how often the one that failed most has failed. */
export async function setAside(app: WorkApp, job: WorkName, ids: readonly string[], error: unknown): Promise<number> {
  const at = app.clock.now();
  const reason = describeError(error).slice(0, LONGEST_REASON);
  const dueAt = (failures: RawBuilder<unknown>) => sql`${at}::timestamptz + make_interval(
    secs => (${WAITS_S}::int[])[least(${failures}, ${WAITS_S.length})])`;
  const { rows } = await sql<{ attempts: number }>`
    insert into failed_work as f (job, item, attempts, due_at, last_error)
    select ${job}, item, 1, ${dueAt(sql`1`)}, ${reason}
    from unnest(${ids}::text[]) as i (item)
    on conflict (job, item) do update set
      attempts = f.attempts + 1, last_error = excluded.last_error,
      due_at = ${dueAt(sql`f.attempts + 1`)},
      failed_at = case when f.attempts + 1 >= ${SHOWN_AFTER} then coalesce(f.failed_at, ${at}) end
    returning attempts
  `.execute(app.database.kysely);
  const attempts = Math.max(0, ...rows.map((row) => row.attempts));
  const letter = ids.join(", ");
  if (attempts === 1) app.logger.error({ job, letter, error }, "work failed: it is set aside and tried again");
  if (attempts === SHOWN_AFTER) app.logger.error({ job, letter, error }, "work failed again and again: it is tried on");
  return attempts;
}

/** They were done. */
export async function forgetFailures({ database }: Pick<App, "database">, job: WorkName, ids: readonly string[]) {
  await sql`delete from failed_work where job = ${job} and item = any (${ids}::text[])`.execute(database.kysely);
}

/** Whether an item is not set aside, or its next try is due. */
export function isDue({ clock }: WorkApp, job: WorkName, item: RawBuilder<string>): RawBuilder<boolean> {
  // Reads the whole list, which is short: a sharded database cannot join it with tables on its workers.
  return sql`${item} <> all (array(
    select f.item from failed_work f where f.job = ${job} and f.due_at > ${clock.now()}))`;
}

export interface KnownFailures {
  has: (id: string) => boolean;
  /** Whether it is set aside until later. */
  isResting: (id: string) => boolean;
}

export async function readFailures(
  { database, clock }: Pick<App, "database" | "clock">,
  job: WorkName,
  ids: readonly string[],
): Promise<KnownFailures> {
  if (ids.length === 0) return { has: () => false, isResting: () => false };
  const { rows } = await sql<{ item: string; is_resting: boolean }>`
    select item, due_at > ${clock.now()} as is_resting from failed_work
    where job = ${job} and item = any (${ids}::text[])
  `.execute(database.kysely);
  const known = new Map(rows.map((row) => [row.item, row.is_resting]));
  return { has: (id) => known.has(id), isResting: (id) => known.get(id) === true };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.cause instanceof Error ? describeError(error.cause) : error.message;
}
