import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Elk from "elkjs/lib/elk.bundled.js";
import { StateMachine, type AnyStateMachine } from "xstate";
import { toGraph, type ChartNode } from "./toGraph.ts";
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

/** The SVG of every machine by name. */
export async function renderCharts(): Promise<Map<string, string>> {
  const elk = new Elk();
  const charts = new Map<string, string>();
  for (const [name, machine] of await loadMachines()) {
    const graph = await elk.layout(toGraph(machine));
    charts.set(name, toSvg(name, graph as ChartNode));
  }
  return charts;
}
