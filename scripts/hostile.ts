/**
 * `npm run hostile -- --seed 7 --minutes 1`: the product in two processes in a world where things fail, by a schedule that the
 * seed repeats. Afterwards all that anybody was told is compared with the rows, the invariants are audited, and everything
 * must come to its end. `--seeds 1-60` runs one after the other, and goes on where it was stopped: what has run of one
 * commit is kept in `.cache/hostile.json`. `--bugs` plants a bug at a time and says by which seed it was
 * found. Exit 1 where something did not hold, or a bug was not found.
 */
import { parseArgs } from "node:util";
import { BUGS } from "#tests/hostile/bugs/bugs.ts";
import { runSeed, type SeedResult } from "#tests/hostile/runSeed.ts";
import { openKept } from "./run/openKept.ts";

/** Seeds that are tried for a bug. */
const TRIES = 3;

interface Done {
  seed: number;
  faults: readonly string[];
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    minutes: { type: "string", default: "1" },
    bugs: { type: "boolean", default: false },
    bug: { type: "string" },
  },
});
const minutes = Number(values.minutes);

async function run(seed: number, bug: string | null, tell: (line: string) => void): Promise<SeedResult> {
  const result = await runSeed({ seed, minutes, bug, tell });
  for (const fault of result.faults) console.log(`FAULT ${fault}`);
  console.log(`seed ${String(seed)}: ${JSON.stringify(result.counts)}`);
  return result;
}

async function runSeeds(range: string): Promise<boolean> {
  const [first = 1, last = first] = range.split("-").map(Number);
  const kept = openKept<Done>("hostile");
  for (let seed = first; seed <= last; seed += 1) {
    if (kept.done.some((one) => one.seed === seed)) continue;
    const { faults } = await run(seed, null, () => {});
    kept.add({ seed, faults });
  }
  const failed = kept.done.filter(({ faults }) => faults.length > 0);
  console.log(`${String(kept.done.length)} seeds, of which ${String(failed.length)} found something`);
  for (const { seed, faults } of failed) console.log(`seed ${String(seed)}: ${faults.join("; ")}`);
  return failed.length === 0;
}

async function findBugs(names: readonly string[]): Promise<boolean> {
  const missed: string[] = [];
  for (const bug of names) {
    let isFound = false;
    for (let seed = 1; seed <= TRIES && !isFound; seed += 1) {
      const { faults } = await run(seed, bug, () => {});
      isFound = faults.length > 0;
      if (isFound) console.log(`found by seed ${String(seed)}: ${bug}`);
    }
    if (!isFound) missed.push(bug);
  }
  for (const bug of missed) console.log(`NOT FOUND: ${bug}`);
  return missed.length === 0;
}

async function runOne(): Promise<boolean> {
  const { faults } = await run(Number(values.seed), null, (line) => console.log(line));
  return faults.length === 0;
}

const hasHeld =
  values.seeds !== undefined
    ? await runSeeds(values.seeds)
    : values.bug !== undefined
      ? await findBugs([values.bug])
      : values.bugs
        ? await findBugs(Object.keys(BUGS))
        : await runOne();
process.exitCode = hasHeld ? 0 : 1;
