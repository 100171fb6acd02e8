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
