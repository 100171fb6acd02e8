import { type RawBuilder, sql } from "kysely";

/** The Monday (UTC) of a time's week, as the key of its sums: '2026-11-16'. */
export function weekOf(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(date_trunc('week', ${time} at time zone 'UTC'), 'YYYY-MM-DD')`;
}
