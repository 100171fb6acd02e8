import { ApiError } from "./apiError.ts";
import { readCursor, writeCursor } from "./pageCursor.ts";

/** Where a list sorted by time and id continues. */
export interface TimeCursor {
  time: Date;
  id: string;
}

export function writeTimeCursor({ time, id }: TimeCursor): string {
  return writeCursor([time.toISOString(), id]);
}

export function readTimeCursor(cursor: string): TimeCursor {
  const [time = "", id = ""] = readCursor(cursor, 2);
  const date = new Date(time);
  // Years with four digits, from 1970 on: the database accepts no others.
  const isKnownYear = date.getTime() >= 0 && date.getUTCFullYear() <= 9999;
  if (!isKnownYear || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new ApiError("invalidRequest");
  return { time: date, id };
}
