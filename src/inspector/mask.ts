import { ERRORS } from "#contract/errors.ts";

import { PUBLIC_FIELDS } from "./publicFields.ts";

/** Stands for a text that is not public. */
export const MASK = "•••";
/** Stands for what is too deep, contains itself, or is no data. */
const CUT = "…";
/** Deeper than any context or event; a live object can be deeper. */
const MAX_DEPTH = 40;
/** A name that code gives to a field. Another key is a text, perhaps one that a person typed. */
const FIELD_NAME = /^[\w$.:@-]{1,64}$/u;

/** Copies a context, an event, an input, an output or an error as JSON would, with every text masked that is not public. */
export function maskValue(value: unknown): unknown {
  return copy(value, null, []);
}

/**
 * Copies an actor's snapshot. The names of states are the chart's own; everything else is masked as `maskValue` does,
 * its children's snapshots likewise.
 */
export function maskSnapshot(live: unknown): unknown {
  return copySnapshot(live, []);
}

function copySnapshot(live: unknown, above: readonly object[]): unknown {
  const value = describe(live);
  if (typeof value !== "object" || value === null) return copy(value, null, above);
  if (above.includes(value) || above.length >= MAX_DEPTH) return CUT;
  const here = [...above, value];
  return copyFields(value, (field, name) => {
    // Only a machine's snapshot has states; another actor's `value` could be anything.
    if ((name === "value" || name === "historyValue") && "context" in value && "children" in value) return field;
    if (name === "children") return copyFields(field ?? {}, (child) => copySnapshot(child, here));
    if (name === "snapshot") return copySnapshot(field, here);
    return copy(field, name, here);
  });
}

function copy(live: unknown, name: string | null, above: readonly object[]): unknown {
  const value = describe(live);
  if (typeof value === "string") return isPublic(value, name) ? value : MASK;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "symbol" || typeof value === "function") return CUT;
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value) || above.length >= MAX_DEPTH) return CUT;
  const here = [...above, value];
  if (Array.isArray(value)) return value.map((item) => copy(item, name, here));
  // An event brings the snapshot of the child that it is about.
  return copyFields(value, (field, own) => (own === "snapshot" ? copySnapshot(field, here) : copy(field, own, here)));
}

function copyFields(value: object, copyField: (field: unknown, name: string) => unknown): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => typeof field !== "function")
      .map(([name, field]: [string, unknown]) => [FIELD_NAME.test(name) ? name : MASK, copyField(field, name)]),
  );
}

/** An empty text says only that nothing is there. */
function isPublic(text: string, name: string | null): boolean {
  return text === "" || (name !== null && PUBLIC_FIELDS.has(name)) || (name === "error" && Object.hasOwn(ERRORS, text));
}

/** A snapshot and an actor describe themselves by `toJSON`; their live form refers to the whole machine. */
function describe(live: unknown): unknown {
  if (typeof live !== "object" || live === null || !("toJSON" in live) || typeof live.toJSON !== "function")
    return live;
  try {
    return live.toJSON() as unknown;
  } catch {
    return MASK;
  }
}
