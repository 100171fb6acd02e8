import fc from "#tests/support/fastCheck.ts";

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  "",
  " ",
  "0",
  "-1",
  "1e3",
  "0x10",
  "0.0000001",
  "null",
  "\u0000",
  "\ud800",
  "e\u0301".repeat(40),
  "x".repeat(5000),
  "' or 1=1 --",
  "../../etc/passwd",
  "{{wait}}",
  [],
  {},
  ["eth"],
  { length: 6 },
];

/** One change to a request part: a value replaced, a key left out, a key too many, or the whole part replaced. */
export type Mutation =
  | { kind: "replace"; field: number; value: unknown }
  | { kind: "remove"; field: number }
  | { kind: "add"; name: string; value: unknown }
  | { kind: "swap"; value: unknown };

export const mutationArbitrary: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("replace" as const),
      field: fc.nat(20),
      value: fc.constantFrom(...ODD_VALUES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), field: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      name: fc.constantFrom("extra", "tgUserId", "user", "__proto__", "constructor", "limit", ""),
      value: fc.constantFrom(...ODD_VALUES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("swap" as const), value: fc.constantFrom(...ODD_VALUES) }) },
);

/** Applies one change. Only an object has fields; anything else is replaced as a whole. */
export function mutate(part: unknown, mutation: Mutation): unknown {
  if (mutation.kind === "swap") return mutation.value;
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part);
  if (mutation.kind === "add") return Object.fromEntries([...entries, [mutation.name, mutation.value]]);
  const at = entries.length === 0 ? -1 : mutation.field % entries.length;
  if (mutation.kind === "remove") return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(entries.map(([key, value], index) => [key, index === at ? mutation.value : value]));
}
