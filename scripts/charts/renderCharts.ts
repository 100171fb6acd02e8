import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Elk from "elkjs/lib/elk.bundled.js";
import { type AnyStateMachine, StateMachine } from "xstate";
import { type ChartNode, toGraph } from "./toGraph.ts";
import { type ChartFile, type PageSources, toIndex, toPage } from "./toPage.ts";
import { toSvg } from "./toSvg.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function loadMachine(file: string): Promise<AnyStateMachine> {
  const exported: Record<string, unknown> = await import(pathToFileURL(`${ROOT}${file}`).href);
  // A chart with a type parameter is exported as `create<Name>Machine`.
  const machine = Object.entries(exported)
    .map(([name, value]) => (/^create\w+Machine$/.test(name) ? (value as () => unknown)() : value))
    .find((value) => value instanceof StateMachine);
  if (machine === undefined) throw new Error(`${file} exports no machine`);
  return machine as AnyStateMachine;
}

/** Every machine by name: `<name>.machine.ts` → `<name>`. */
export async function loadMachines(): Promise<Map<string, AnyStateMachine>> {
  const machines = new Map<string, AnyStateMachine>();
  for (const file of globSync("machines/**/*.machine.ts", { cwd: ROOT }).sort()) {
    machines.set(basename(file, ".machine.ts"), await loadMachine(file));
  }
  return machines;
}

/** What belongs into docs/charts/, by file name: the picture and the page of every machine, and the list of all. */
export async function renderCharts(): Promise<Map<string, string>> {
  const elk = new Elk();
  const machines = await loadMachines();
  const files = new Map([["README.md", toIndex(machines)]]);
  for (const [name, machine] of machines) {
    const graph = await elk.layout(toGraph(machine));
    files.set(`${name}.svg`, toSvg(name, graph as ChartNode));
    files.set(`${name}.md`, toPage(machine, readSources(name)));
  }
  return files;
}

/** In the order in which a page lists them: the role of the first pattern that fits. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ["Machine", /\.machine\.ts$/u],
  ["View", /\.view\.ts$/u],
  ["Table", /\.table(\.\w+)?\.ts$/u],
  ["Test", /\.test\.ts$/u],
  ["Model", /\.model\.ts$/u],
  ["Part of the machine", /\.ts$/u],
];

/** A comment of one line above a line that begins with a name. */
const NOTE = /\/\*\* (?<note>.+) \*\/\n\s+(?<source>\w+): provideActor\b/gu;

function listFiles(name: string): ChartFile[] {
  const paths = globSync([`machines/**/${name}.*.ts`], { cwd: ROOT }).sort();
  const found = paths.map((path) => ({ path, rank: ROLES.findIndex(([, pattern]) => pattern.test(path)) }));
  return found
    .sort((one, other) => one.rank - other.rank)
    .map(({ path, rank }) => ({ path, role: ROLES[rank]?.[0] ?? "" }));
}

/** The doc comments of the actors that a machine's files name by `provideActor`. */
export function readActorNotes(code: string): Map<string, string> {
  return new Map(
    [...code.matchAll(NOTE)].map(({ groups }): [string, string] => [groups?.["source"] ?? "", groups?.["note"] ?? ""]),
  );
}

function readSources(name: string): PageSources {
  const files = listFiles(name);
  const code = files
    .filter(({ path }) => path.startsWith("machines/"))
    .map(({ path }) => readFileSync(join(ROOT, path), "utf8"));
  return { name, files, actorNotes: readActorNotes(code.join("\n")) };
}

export const CHARTS_FOLDER = fileURLToPath(new URL("../../docs/charts/", import.meta.url));

/** The files of the folder that are missing, differ from `files`, or are left over from a chart that is no more. */
export function findOutdatedCharts(files: ReadonlyMap<string, string>, folder = CHARTS_FOLDER): string[] {
  const present = globSync("*.{svg,md}", { cwd: folder });
  const differing = [...files].filter(
    ([file, text]) => !present.includes(file) || readFileSync(join(folder, file), "utf8") !== text,
  );
  return [...differing.map(([file]) => file), ...present.filter((file) => !files.has(file))];
}
