import type { Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { Schema } from "#server/db/schema.ts";
import { type Chart, FIRST_STATUSES, readEntries } from "./readHistory.ts";

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
