const MASK = "•••";
const CUT = "…";
/** Nothing that machines hold is deeper; a live object may be. */
const MAX_DEPTH = 40;

/** Bare results of actors: without a field name they could be a signature or a code. */
const BARE_FIELDS: ReadonlySet<string> = new Set(["output", "input"]);

/**
 * Copies a value as JSON would. Masks every field of these names, what is typed into such a field, and every bare text
 * that is an actor's input or output. Live objects are copied as they describe themselves (`toJSON`); what contains
 * itself, and what is deeper than any machine's data, is cut.
 */
export function maskSecrets(value: unknown, secrets: ReadonlySet<string>): unknown {
  return copy(value, secrets, []);
}

function copy(live: unknown, secrets: ReadonlySet<string>, above: readonly object[]): unknown {
  const value = describe(live);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return typeof value === "symbol" ? CUT : value;
  if (above.includes(value) || above.length >= MAX_DEPTH) return CUT;
  const here = [...above, value];
  if (Array.isArray(value)) return value.map((item) => copy(item, secrets, here));
  const isTyped = "field" in value && typeof value.field === "string" && secrets.has(value.field);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => typeof field !== "function")
      .map(([key, field]: [string, unknown]) => {
        if (field === null || field === undefined) return [key, field];
        const isSecret =
          secrets.has(key) || (isTyped && key === "value") || (BARE_FIELDS.has(key) && typeof field === "string");
        return [key, isSecret ? MASK : copy(field, secrets, here)];
      }),
  );
}

/** A snapshot and an actor describe themselves by `toJSON`; their live form refers to the whole machine. */
function describe(live: unknown): unknown {
  if (typeof live !== "object" || live === null || !("toJSON" in live) || typeof live.toJSON !== "function")
    return live;
  try {
    return live.toJSON() as unknown;
  } catch {
    return CUT;
  }
}
