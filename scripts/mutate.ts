/**
 * `npm run mutate -- [machine …]`: puts one small mistake after the other into the charts, and says which layer of tests
 * notices it: the machine's own tests, its walk, or only the walk beside its table. Exit 1 where tests and walk alone
 * notice fewer than 95 of 100.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVitest } from "vitest/node";
import type { Task } from "./mutate/task.ts";

const LAYERS = ["tests", "walk", "table"] as const;
type Layer = (typeof LAYERS)[number];

const MIN_SHARE = 0.95;
const ROOT = path.join(import.meta.dirname, "..");
const folder = mkdtempSync(path.join(tmpdir(), "hongbao-mutate-"));
const taskFile = path.join(folder, "task.json");
const listFile = path.join(folder, "mutants.json");
process.env["MUTATE_TASK_FILE"] = taskFile;

const vitest = await createVitest("test", {
  root: ROOT,
  config: path.join(ROOT, "scripts/mutate/vitest.config.ts"),
  watch: false,
  reporters: [{}],
});
await vitest.standalone();
const files = await vitest.globTestSpecifications();
const WALK = files.filter(({ moduleId }) => moduleId.endsWith(".mutate.ts"));

function readName(file: string): string {
  return path.basename(file).split(".", 1)[0] ?? "";
}

const machines = [...new Set(files.filter((file) => !WALK.includes(file)).map(({ moduleId }) => readName(moduleId)))];

async function passes(task: Omit<Task, "listFile">, specifications: typeof files): Promise<boolean> {
  writeFileSync(taskFile, JSON.stringify({ ...task, listFile } satisfies Task));
  // What the mutant before broke would count for this one, and end the run at once.
  vitest.state.clearErrors();
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length === 0 && testModules.every((each) => each.ok());
}

/** What failed in the last run. */
function describeFaults(): string {
  const modules = vitest.state.getTestModules().filter((each) => !each.ok());
  const tests = modules.flatMap((each) => [...each.children.allTests("failed")].map((test) => test.fullName));
  const errors = [...modules.flatMap((each) => each.errors()), ...vitest.state.getUnhandledErrors()];
  return [...tests, ...errors.map((error) => (error as Error).message)].join("; ");
}

async function findLayer(machine: string, mutant: number | null): Promise<Layer | null> {
  const own = files.filter((file) => !WALK.includes(file) && readName(file.moduleId) === machine);
  if (!(await passes({ machine, mutant, hasTable: false }, own))) return "tests";
  if (!(await passes({ machine, mutant, hasTable: false }, WALK))) return "walk";
  return (await passes({ machine, mutant, hasTable: true }, WALK)) ? null : "table";
}

const wanted = process.argv.slice(2);
const rows: Record<string, Record<string, number>> = {};
let isEnough = true;
for (const machine of wanted.length === 0 ? machines : wanted) {
  const broken = await findLayer(machine, null);
  if (broken !== null) throw new Error(`${machine}: its ${broken} fails without a mistake: ${describeFaults()}`);
  const mutants = JSON.parse(readFileSync(listFile, "utf8")) as string[];
  const counts = { mutants: mutants.length, tests: 0, walk: 0, table: 0, nobody: 0 };
  for (const [index, id] of mutants.entries()) {
    const layer = await findLayer(machine, index);
    counts[layer ?? "nobody"] += 1;
    if (layer === null || layer === "table") console.log(`${machine}: ${layer ?? "nobody"} ${id}`);
  }
  const share = (counts.tests + counts.walk) / counts.mutants;
  isEnough &&= share >= MIN_SHARE;
  rows[machine] = { ...counts, "% without table": Math.round(share * 1000) / 10 };
  console.log(machine, JSON.stringify(rows[machine]));
}
console.table(rows);
await vitest.close();
rmSync(folder, { recursive: true });
process.exitCode = isEnough ? 0 : 1;
