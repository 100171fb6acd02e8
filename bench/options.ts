import { parseArgs } from "node:util";

export const PART_NAMES = [
  "weight",
  "lighthouse",
  "start",
  "opening",
  "claims",
  "storm",
  "lists",
  "records",
  "walk",
] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface BenchOptions {
  parts: readonly PartName[];
  /** Rounds of noisy parts; the median counts. */
  rounds: number;
  /** Claims per round, each by another user. */
  claims: number;
  /** Envelopes of the large lists, with five claims each. */
  envelopes: number;
  /** Exit code 1 if a bar is missed. */
  isStrict: boolean;
}

/** Parses the command line. Throws an Error with a message for the user. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: PART_NAMES.join(",") },
      rounds: { type: "string", default: "5" },
      claims: { type: "string", default: "20000" },
      envelopes: { type: "string", default: "1000000" },
      strict: { type: "boolean", default: false },
    },
  });
  const asked = values.only.split(",").filter((name) => name !== "");
  const unknown = asked.filter((name) => !PART_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`--only takes ${PART_NAMES.join(", ")}, not ${unknown.join(", ")}`);
  return {
    parts: PART_NAMES.filter((name) => asked.includes(name)),
    rounds: readCount("rounds", values.rounds, 1),
    claims: readCount("claims", values.claims, 1_600),
    envelopes: readCount("envelopes", values.envelopes, 10_000),
    isStrict: values.strict,
  };
}

function readCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least) throw new Error(`--${name} takes an integer from ${least}`);
  return count;
}
