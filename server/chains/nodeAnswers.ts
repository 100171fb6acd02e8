/** The last second that a Date can represent. */
export const MAX_TIME_S = 8_640_000_000_000;

/**
 * The functions below parse a node's answers. Each throws on a malformed value, which counts as a failure of that
 * endpoint.
 */
export function readRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("an answer that is not an object");
  return value as Record<string, unknown>;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("an answer that is not a list");
  return value as readonly unknown[];
}

/** A number of a block or its like, which JSON holds exactly. */
export function readWhole(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new Error("a number that is not whole, or is beyond what JSON holds exactly");
  }
  return value;
}

/** A time in whole seconds. */
export function readTime(value: unknown): Date {
  const seconds = readWhole(value);
  if (seconds > MAX_TIME_S) throw new Error("a time that no date can represent");
  return new Date(seconds * 1_000);
}
