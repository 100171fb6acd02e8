import { ERROR_KEYS } from "#contract/errors.ts";

import { PUBLIC_FIELDS } from "./publicFields.ts";

/** Stands for a text that is not public. */
export const MASK = "•••";
/** Stands for what is too deep, contains itself, or is no data. */
const CUT = "…";
/** Deeper than any context or event; a live object can be deeper. */
const MAX_DEPTH = 40;
/** More values than any context or event has; a live object can have more, and reach each by many ways. */
const MAX_VALUES = 20_000;
/** A name that code gives to a field. Another key is a text, perhaps an address, or one that a person typed. */
const FIELD_NAME = /^(?=.{1,40}$)(?!0x|[\w-]{30})[\w$.:-]+$/iu;

/** Copies a context, an event, an input, an output or an error as JSON would, with every text masked that is not public. */
export function maskValue(value: unknown): unknown {
  return new Copier().copy(value, null);
}

/**
 * Copies an actor's snapshot. The names of states are the chart's own; everything else is masked as `maskValue` does,
 * its children's snapshots likewise.
 */
export function maskSnapshot(live: unknown): unknown {
  return new Copier().copySnapshot(live);
}

class Copier {
  /** What is being copied, the outermost first. */
  readonly #above: object[] = [];
  #valueCount = 0;

  copySnapshot(live: unknown): unknown {
    const value = describe(live);
    if (typeof value !== "object" || value === null) return this.copy(value, null);
    return this.#copyInside(value, (field, name) => {
      // Only a machine's snapshot has states; another actor's `value` could be anything.
      if ((name === "value" || name === "historyValue") && "context" in value && "children" in value) return field;
      if (name === "children")
        return typeof field === "object" && field !== null
          ? this.#copyInside(field, (child) => this.copySnapshot(child))
          : this.copy(field, null);
      return name === "snapshot" ? this.copySnapshot(field) : this.copy(field, name);
    });
  }

  copy(live: unknown, name: string | null): unknown {
    const value = describe(live);
    if (typeof value === "string") return isPublic(value, name) ? value : MASK;
    if (typeof value === "bigint") return String(value);
    if (typeof value === "symbol" || typeof value === "function") return CUT;
    if (typeof value !== "object" || value === null) return value;
    // An event brings the snapshot of the child that it is about.
    return this.#copyInside(value, (field, own) =>
      own === "snapshot" ? this.copySnapshot(field) : this.copy(field, Array.isArray(value) ? name : own),
    );
  }

  #copyInside(value: object, copyField: (field: unknown, name: string) => unknown): unknown {
    this.#valueCount += 1;
    if (this.#above.includes(value) || this.#above.length >= MAX_DEPTH || this.#valueCount > MAX_VALUES) return CUT;
    this.#above.push(value);
    try {
      if (Array.isArray(value)) return value.map((item) => copyField(item, ""));
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, field]) => typeof field !== "function")
          .map(([name, field]: [string, unknown]) => [FIELD_NAME.test(name) ? name : MASK, copyField(field, name)]),
      );
    } catch {
      // A live object's field can refuse to be read.
      return MASK;
    } finally {
      this.#above.pop();
    }
  }
}

/** An empty text says only that nothing is there. */
function isPublic(text: string, name: string | null): boolean {
  return text === "" || (name !== null && PUBLIC_FIELDS.has(name)) || (name === "error" && ERROR_KEYS.has(text));
}

/**
 * A snapshot and an actor describe themselves by `toJSON`; their live form refers to the whole machine. The fields of
 * another's error are not named as ours are, and bytes can be a key.
 */
function describe(live: unknown): unknown {
  if (typeof live !== "object" || live === null) return live;
  try {
    if (live instanceof Error || live instanceof ArrayBuffer || ArrayBuffer.isView(live)) return MASK;
    return "toJSON" in live && typeof live.toJSON === "function" ? (live.toJSON() as unknown) : live;
  } catch {
    return MASK;
  }
}
