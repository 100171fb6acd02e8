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
