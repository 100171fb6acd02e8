import { type RawBuilder, sql } from "kysely";
import { ApiError } from "./apiError.ts";

interface PageRequest<Row> {
  limit: number;
  /** Returns the cursor of a row. */
  toCursor: (row: Row) => string;
}

/** Removes the extra row that was read beyond the limit to detect a next page. */
export function paginate<Row>(
  rows: readonly Row[],
  { limit, toCursor }: PageRequest<Row>,
): { page: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : null };
}

/** Encodes the sort key of a page's last row as the opaque `nextCursor`. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Decodes a cursor of `length` parts; throws invalidRequest for a malformed one. */
export function readCursor(cursor: string, length: number): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === "string"))
      return parts;
  } catch {
    // Malformed: rejected below.
  }
  throw new ApiError("invalidRequest");
}

/** Where a list sorted by time and id continues. */
interface TimeCursor {
  time: Date;
  id: string;
}

export function writeTimeCursor({ time, id }: TimeCursor): string {
  return writeCursor([time.toISOString(), id]);
}

/** @param idForm what an id of the list looks like */
export function readTimeCursor(cursor: string, idForm = /^[A-Za-z0-9_-]{1,64}$/): TimeCursor {
  const [time = "", id = ""] = readCursor(cursor, 2);
  const date = new Date(time);
  // Years with four digits, from 1970 on: the database accepts no others.
  const isKnownYear = date.getTime() >= 0 && date.getUTCFullYear() <= 9999;
  if (!isKnownYear || !idForm.test(id)) throw new ApiError("invalidRequest");
  return { time: date, id };
}

interface Newest {
  table: "envelope" | "claim" | "ledger_entry";
  columns: readonly string[];
  time: string;
  id: string;
  /** What rows have to be, each for itself: a scan of an index that is in the order of time and id. */
  parts: readonly RawBuilder<unknown>[];
  after: TimeCursor | null;
  count: number;
}

/**
 * The newest rows of each part, and of these the newest: as many are read as are shown, also if few of very many match.
 * Of a sharded table each shard answers one page.
 */
export function selectNewest<Row>({ table, columns, time, id, parts, after, count }: Newest): RawBuilder<Row> {
  const order = sql`${sql.ref(time)} desc, ${sql.ref(id)} desc`;
  const isAfter = after === null ? sql`true` : sql`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.time}, ${after.id})`;
  const pages = parts.map(
    (part) => sql`(
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${part} and ${isAfter} order by ${order} limit ${count})`,
  );
  return sql<Row>`select * from (${sql.join(pages, sql` union all `)}) newest order by ${order} limit ${count}`;
}
