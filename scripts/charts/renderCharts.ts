import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Elk from "elkjs/lib/elk.bundled.js";
import { StateMachine, type AnyStateMachine } from "xstate";
import { readSources } from "./readSources.ts";
import { toGraph, type ChartNode } from "./toGraph.ts";
import { toIndex, toPage } from "./toPage.ts";
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
