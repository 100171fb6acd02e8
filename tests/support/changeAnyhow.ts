import fc from "#tests/support/fastCheck.ts";

/** Numbers and shapes at which parsers stumble. Undefined is a field that is absent. */
const NOTHINGS: readonly unknown[] = [null, undefined, true, "", [], {}, [null], { toString: 0 }];
const NUMBERS = [-1, 0.5, 2 ** 53, 2 ** 63, Infinity, "9".repeat(40)];
const TEXTS = ["0x", "0x0", "-0x1", "0x7f", `0x${"f".repeat(64)}`, `0x1${"0".repeat(64)}`, "0X1", "nonsense"];

/** The same value with some of its places filled otherwise, as a stranger or a version to come may fill them. */
export function changeAnyhow(honest: unknown, kept: readonly string[] = []): fc.Arbitrary<unknown> {
  const paths = listPaths(honest).filter(([name = ""]) => !kept.includes(name));
  const value = fc.oneof(fc.constantFrom<unknown[]>(...NOTHINGS, ...NUMBERS, ...TEXTS), fc.anything());
  return fc
    .array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((told, [path, by]) => replaceAt(told, path, by), honest));
}

function listPaths(value: unknown, path: readonly string[] = []): string[][] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, item]) => listPaths(item, [...path, name]))
      : [];
  return path.length === 0 ? inner : [[...path], ...inner];
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  // An earlier change may have taken the place away.
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[name] = replaceAt(copy[name], rest, by);
  return copy;
}
