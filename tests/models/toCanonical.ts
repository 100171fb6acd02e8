function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Checked already. Contexts share most of their parts, and no part is changed in place. */
const knownJson = new WeakSet();

/** Throws, naming the place, on what JSON cannot carry. */
export function checkJson(value: unknown, place: string): void {
  if (typeof value !== "object" || value === null) {
    toCanonical(value, place);
    return;
  }
  if (knownJson.has(value)) return;
  if (!Array.isArray(value) && !isPlain(value)) throw new Error(`${place} is an object, not JSON`);
  for (const [key, item] of Object.entries(value)) checkJson(item, `${place}.${key}`);
  knownJson.add(value);
}

/** JSON with sorted keys. Throws, naming the place, on what JSON cannot carry. */
export function toCanonical(value: unknown, place = "$"): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item, index) => toCanonical(item, `${place}[${String(index)}]`)).join(",")}]`;
  if (typeof value === "object" && isPlain(value)) {
    const fields = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${toCanonical(value[key], `${place}.${key}`)}`);
    return `{${fields.join(",")}}`;
  }
  throw new Error(`${place} is ${typeof value}, not JSON`);
}
