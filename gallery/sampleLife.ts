import type { components } from "#contract/schema.d.ts";

type Life = components["schemas"]["Life"];

const SENT_MS = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;

/** A life of these states, a minute from each to the next, then perhaps the one to come. */
export function sampleLife(
  states: readonly string[],
  next: Life["next"] = null,
  sums?: components["schemas"]["LifeSums"],
): Life {
  const history = states.map((state, place) => ({ state, at: new Date(SENT_MS + place * MINUTE_MS).toISOString() }));
  return { history, next, ...(sums === undefined ? {} : { sums }) };
}
