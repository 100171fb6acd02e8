import { ApiError } from "./apiError.ts";

/** Packs the sort key of a page's last row into the opaque `nextCursor`. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Unpacks a cursor of `length` parts; throws invalidRequest for anything that no page answered. */
export function readCursor(cursor: string, length: number): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === "string"))
      return parts;
  } catch {
    // Not one of ours: answered below.
  }
  throw new ApiError("invalidRequest");
}
