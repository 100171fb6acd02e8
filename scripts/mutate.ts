/**
 * `npm run mutate -- [machine …]`: puts one small mistake after the other into the charts, and says which layer of tests
 * notices it: the machine's own tests or its walk. `--some 3` takes three charts, which the commit chooses. What was found
 * of a machine is kept in `.cache/mutate`, and holds until one of its files changes. Exit 1 where they notice fewer than 95
 * of 100.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import type { Report, Task } from "./mutate/openMutant.ts";

const LAYERS = ["tests", "walk"] as const;
type Layer = (typeof LAYERS)[number];

const MIN_SHARE = 0.95;
/** How many times the transitions of the chart without a mistake a mutant may make. */
const MAX_TRANSITIONS_RATIO = 4;
const ROOT = path.join(import.meta.dirname, "..");
const CACHE = path.join(ROOT, ".cache/mutate");
const FILES = path.join(CACHE, "files");

/** What was found of one machine. */
interface Finding {
  readonly key: string;
  readonly mutants: number;
  /** Those that no layer notices. */
  readonly unnoticed: readonly string[];
  readonly byTests: number;
}

interface UnhandledError {
  readonly VITEST_TEST_PATH?: string;
  readonly message?: string;
  readonly cause?: { readonly message?: string };
}

rmSync(FILES, { recursive: true, force: true });
mkdirSync(FILES, { recursive: true });
const vitest = await createVitest("test", {
  root: ROOT,
  config: path.join(ROOT, "scripts/mutate/vitest.config.ts"),
  watch: false,
  reporters: [{}],
});
await vitest.standalone();

/** A machine's name with the folder of its chart. */
const machines = new Map(
  globSync("machines/**/*.machine.ts", { cwd: ROOT }).map((file) => [
    path.basename(file, ".machine.ts"),
    path.dirname(file),
  ]),
);

function listTests(machine: string): string[] {
  return globSync(`${machines.get(machine) ?? ""}/${machine}*.test.ts`, { cwd: ROOT });
}

function getModel(machine: string): string {
  return `${machines.get(machine) ?? ""}/${machine}.model.ts`;
}

/** Of everything that may change what is found. */
function hashFiles(machine: string): string {
  const files = [
    "machines/kit/**/*.ts",
    `${machines.get(machine) ?? ""}/*.ts`,
    "tests/models/*.ts",
    "scripts/mutate/*.ts",
  ];
  const hash = createHash("sha256");
  for (const file of globSync(files, { cwd: ROOT }).sort())
    if (!file.endsWith(".model.ts") || file === getModel(machine)) hash.update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

/** Writes what vitest is to run for a mutant. */
function writeFile(layer: Layer, task: Task): string {
  const from = (file: string) => JSON.stringify(path.join(ROOT, file));
  const lines =
    layer === "tests"
      ? listTests(task.machine).map((file) => `await import(${from(file)});`)
      : [`addWalk((await import(${from(getModel(task.machine))})).model);`];
  const file = path.join(FILES, `${task.machine}.${String(task.mutant)}.${layer}.mutant.ts`);
  writeFileSync(
    file,
    `import { addWalk, openMutant } from ${from("scripts/mutate/openMutant.ts")};
void addWalk;
await openMutant(${JSON.stringify(task)}, async () => {
  ${lines.join("\n  ")}
});
`,
  );
  return file;
}

/** Runs the files of some mutants, and gives back the mutants that are noticed. */
async function runLayer(layer: Layer, tasks: readonly Task[]): Promise<Map<number | null, string>> {
  if (layer === "tests" && listTests(tasks[0]?.machine ?? "").length === 0) return new Map();
  const mutants = new Map(tasks.map((task) => [writeFile(layer, task), task.mutant]));
  const project = vitest.getRootProject();
  // What the run before broke would count for this one.
  vitest.state.clearErrors();
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    [...mutants.keys()].map((file) => project.createSpecification(file)),
  );
  const broken: [string, string][] = [
    ...testModules
      .filter((each) => !each.ok())
      .map((each): [string, string] => [
        each.moduleId,
        [...each.children.allTests("failed")].map((test) => test.fullName).join("; ") ||
          String(each.errors()[0]?.message),
      ]),
    ...unhandledErrors.map((error): [string, string] => {
      const { VITEST_TEST_PATH: test, message, cause } = error as UnhandledError;
      // A worker that was ended names the file that it ran.
      const file = test ?? [...mutants.keys()].find((each) => cause?.message?.includes(each));
      if (file === undefined) throw error;
      return [path.resolve(ROOT, file), String(cause?.message ?? message)];
    }),
  ];
  return new Map(broken.map(([file, fault]) => [mutants.get(file) ?? null, fault]));
}

async function examine(machine: string, key: string): Promise<Finding> {
  const reportFile = path.join(FILES, `${machine}.report.json`);
  const limits: Record<Layer, number> = { tests: 0, walk: 0 };
  const names: string[] = [];
  for (const layer of LAYERS) {
    const task = { machine, mutant: null, maxTransitions: Number.MAX_SAFE_INTEGER, reportFile };
    const [fault] = [...(await runLayer(layer, [task])).values()];
    if (fault !== undefined) throw new Error(`${machine}: its ${layer} fail without a mistake: ${fault}`);
    if (!existsSync(reportFile)) continue;
    const { mutants, transitions } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
    // Tests that compare a chart with its table take no step; they have to notice something instead.
    if (transitions === 0 && layer === "walk")
      throw new Error(`${machine}: its walk makes no transition that is counted`);
    limits[layer] = MAX_TRANSITIONS_RATIO * transitions + 1_000;
    names.splice(0, names.length, ...mutants);
  }
  let left = [...names.keys()];
  const counts: Record<Layer, number> = { tests: 0, walk: 0 };
  for (const layer of LAYERS) {
    const tasks = left.map((mutant) => ({ machine, mutant, maxTransitions: limits[layer], reportFile }));
    const noticed = tasks.length === 0 ? new Map<number, string>() : await runLayer(layer, tasks);
    if (layer === "tests" && limits.tests > 0 && noticed.size === 0)
      throw new Error(`${machine}: its tests notice nothing`);
    counts[layer] = noticed.size;
    left = left.filter((mutant) => !noticed.has(mutant));
  }
  return { key, mutants: names.length, byTests: counts.tests, unnoticed: left.map((mutant) => names[mutant] ?? "") };
}

function readFinding(file: string, key: string): Finding | null {
  if (!existsSync(file)) return null;
  const finding = JSON.parse(readFileSync(file, "utf8")) as Finding;
  return finding.key === key ? finding : null;
}

/** So many charts, others at each commit. */
function pickSome(count: number): string[] {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" });
  const rank = (machine: string) => createHash("sha256").update(commit).update(machine).digest("hex");
  return [...machines.keys()].sort((one, other) => rank(one).localeCompare(rank(other))).slice(0, count);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { some: { type: "string" } } });
const wanted = values.some === undefined ? positionals : pickSome(Number(values.some));
const rows: Record<string, Record<string, number>> = {};
let isEnough = true;
for (const machine of wanted.length === 0 ? [...machines.keys()].sort() : wanted) {
  if (!machines.has(machine)) throw new Error(`no machine ${machine}`);
  const key = hashFiles(machine);
  const file = path.join(CACHE, `${machine}.json`);
  const started = performance.now();
  const finding = readFinding(file, key) ?? (await examine(machine, key));
  writeFileSync(file, JSON.stringify(finding));
  for (const id of finding.unnoticed) console.log(`${machine}: unnoticed ${id}`);
  const { mutants, byTests, unnoticed } = finding;
  const share = 1 - unnoticed.length / mutants;
  isEnough &&= share >= MIN_SHARE;
  rows[machine] = {
    mutants,
    tests: byTests,
    walk: mutants - byTests - unnoticed.length,
    nobody: unnoticed.length,
    "% noticed": Math.round(share * 1000) / 10,
    seconds: Math.round((performance.now() - started) / 1000),
  };
  console.log(machine, JSON.stringify(rows[machine]));
}
console.table(rows);
await vitest.close();
process.exitCode = isEnough ? 0 : 1;
