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
