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

/** A whole number of so many digits may be beyond what a number holds exactly. */
const LONG_NUMBER = /[:,[]\s*-?[0-9]{16}/;

/** Parses JSON. A whole number beyond what a number holds exactly stays a text: the digits as they were written. */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? (JSON.parse(text, keepDigits) as unknown) : (JSON.parse(text) as unknown);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? value;
}

const MAX_REASON = 200;

/**
 * Parses what a stranger wrote on a chain, or answers why it cannot be parsed: that transaction is set aside, and the
 * endpoint's other answers count. Calls of the endpoint stay outside: their failure is the endpoint's.
 */
export function tryParse<T>(parse: () => T): { kind: "read"; value: T } | { kind: "unread"; reason: string } {
  try {
    return { kind: "read", value: parse() };
  } catch (error) {
    return { kind: "unread", reason: (error instanceof Error ? error.message : "unknown").slice(0, MAX_REASON) };
  }
}
