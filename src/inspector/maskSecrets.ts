const MASK = "•••";

/** Bare results of actors: without a field name they could be a signature or a code. */
const BARE_FIELDS: ReadonlySet<string> = new Set(["output", "input"]);

/**
 * Copies a JSON value. Masks every field of these names, what is typed into such a field, and every bare text that is an
 * actor's input or output.
 */
export function maskSecrets(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  const isTyped = "field" in value && typeof value.field === "string" && secrets.has(value.field);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, unknown]) => {
      if (field === null || field === undefined) return [key, field];
      const isSecret =
        secrets.has(key) || (isTyped && key === "value") || (BARE_FIELDS.has(key) && typeof field === "string");
      return [key, isSecret ? MASK : maskSecrets(field, secrets)];
    }),
  );
}
