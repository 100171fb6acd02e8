import { parseArgs } from "node:util";

export const PART_NAMES = [
  "weight",
  "lighthouse",
  "start",
  "opening",
  "inspector",
  "claims",
  "storm",
  "lists",
  "records",
  "flood",
  "solvency",
  "walk",
] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface BenchOptions {
  parts: readonly PartName[];
  /** Rounds of noisy parts; the median counts. */
  rounds: number;
  /** Claims per round, each by another user. */
  claims: number;
  /** People who tap at one envelope, of a hundred shares, at the same time. */
  crowd: number;
  /** Envelopes of the large lists, with five claims each. */
  envelopes: number;
  /** Records of each person with many. */
  records: number;
  /** Orders of each month of history, each with some forty ledger lines. */
  ordersPerMonth: number;
  /** Calls of each list in a round; enough that p99 does not rest on a few that garbage collection delays. */
  calls: number;
  /** Transactions of a flood on each chain. */
  flood: number;
  /** People with a balance in the trees of a statement. */
  people: number;
  /** The smallest sizes: what is measured says nothing, and is not judged. */
  isQuick: boolean;
  /** Exit code 1 if a bar is missed. */
  isStrict: boolean;
}

/** The options of `--quick`: the least that every part still works with. Its figures say nothing. */
const QUICK = {
  rounds: "1",
  claims: "1600",
  crowd: "500",
  envelopes: "1000",
  records: "1000",
  "month-orders": "20",
  calls: "100",
  flood: "40",
  people: "2000",
};
const FULL = {
  rounds: "5",
  claims: "20000",
  crowd: "5000",
  envelopes: "1000000",
  records: "100000",
  "month-orders": "500",
  calls: "2000",
  flood: "10000",
  people: "1000000",
};

/** Parses the command line. Throws an Error with a message for the user. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: PART_NAMES.join(",") },
      rounds: { type: "string" },
      claims: { type: "string" },
      crowd: { type: "string" },
      envelopes: { type: "string" },
      records: { type: "string" },
      "month-orders": { type: "string" },
      calls: { type: "string" },
      flood: { type: "string" },
      people: { type: "string" },
      quick: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
    },
  });
  const sizes = { ...(values.quick ? QUICK : FULL), ...values };
  const asked = values.only.split(",").filter((name) => name !== "");
  const unknown = asked.filter((name) => !PART_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`--only takes ${PART_NAMES.join(", ")}, not ${unknown.join(", ")}`);
  return {
    parts: PART_NAMES.filter((name) => asked.includes(name)),
    rounds: readCount("rounds", sizes.rounds, 1),
    claims: readCount("claims", sizes.claims, 1_600),
    crowd: readCount("crowd", sizes.crowd, 100),
    envelopes: readCount("envelopes", sizes.envelopes, 1_000),
    records: readCount("records", sizes.records, 100),
    ordersPerMonth: readCount("month-orders", sizes["month-orders"], 20),
    calls: readCount("calls", sizes.calls, 100),
    flood: readCount("flood", sizes.flood, 1),
    people: readCount("people", sizes.people, 1),
    isQuick: values.quick,
    isStrict: values.strict,
  };
}

function readCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least) throw new Error(`--${name} takes an integer from ${least}`);
  return count;
}
