import { ApiError } from "./apiError.ts";

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
