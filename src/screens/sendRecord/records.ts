import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { components } from "#contract/schema.d.ts";

type RecordStatus = components["schemas"]["RecordStatus"];

export const RECORD_STATUSES: readonly RecordStatus[] = ["notReceived", "partiallyReceived", "received"];

/** What of the records is asked for; null: all. */
export interface RecordFilter {
  coinType: CoinType | null;
  recordStatus: RecordStatus | null;
}

/** The filter that stands in the address. */
export function readRecordFilter(search: URLSearchParams): RecordFilter {
  return {
    coinType: COIN_TYPES.find((known) => known === search.get("coinType")) ?? null,
    recordStatus: RECORD_STATUSES.find((known) => known === search.get("recordStatus")) ?? null,
  };
}

/** The same page with a filter of these; null takes one away. */
export function writeRecordFilter(search: URLSearchParams, filter: Partial<RecordFilter>): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** The parameters of the list's call. */
export function toListParams(filter: Partial<RecordFilter>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null)) as Record<string, string>;
}

/** The records of one day. */
interface Day<Item> {
  name: string;
  items: readonly Item[];
}

interface GroupOptions<Item> {
  readTime: (item: Item) => string;
  nameDay: (date: Date) => string;
}

/** Splits a list that is sorted by time wherever the day's name changes. */
export function groupByDay<Item>(
  items: readonly Item[],
  { readTime, nameDay }: GroupOptions<Item>,
): readonly Day<Item>[] {
  const days: { name: string; items: Item[] }[] = [];
  for (const item of items) {
    const name = nameDay(new Date(readTime(item)));
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
