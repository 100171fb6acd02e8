/** The one JSON text of a value, for hashes: no spaces, keys in alphabetical order. */
export function writeCanonicalJson(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? Object.fromEntries(sortByKey(part)) : part));
}

function isRecord(part: unknown): part is object {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

function sortByKey(record: object): [string, unknown][] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1));
}
