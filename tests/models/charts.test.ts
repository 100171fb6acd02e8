import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { findOutdatedCharts, loadMachines, renderCharts } from "../../scripts/charts/renderCharts.ts";
import { toStately } from "../../scripts/charts/toStately.ts";
import { listEdges } from "./chartEdges.ts";
import { listNodes } from "../../scripts/charts/listTransitions.ts";
import { listMachineNames } from "./registry.ts";

test("docs/charts shows every machine as it is (npm run charts)", async () => {
  const files = await renderCharts();
  const names = listMachineNames();
  expect([...files.keys()].sort()).toEqual(
    ["README.md", ...names.flatMap((name) => [`${name}.md`, `${name}.svg`])].sort(),
  );
  expect(findOutdatedCharts(files)).toEqual([]);
});

/** Where the repository ignores files and packages are found. */
const FOLDER = fileURLToPath(new URL("../report/stately/", import.meta.url));

/** What a chart says, without its code. */
function describeChart(machine: AnyStateMachine) {
  const states = listNodes(machine).map((node) => ({
    id: node.id,
    type: node.type,
    description: node.description,
    tags: node.tags,
    initial: node.type === "compound" ? node.initial.target.map(({ id }) => id) : [],
    actors: node.invoke.map(({ id, src }) => [id, src]),
    actions: [node.entry.length, node.exit.length],
  }));
  return { states, edges: listEdges(machine) };
}

test("every chart is the same chart as a module for the Stately editor", async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, machine] of await loadMachines()) {
    const file = `${FOLDER}${name}.ts`;
    writeFileSync(file, toStately(machine));
    const written = (await import(file)) as { machine: AnyStateMachine };
    expect(describeChart(written.machine)).toEqual(describeChart(machine));
  }
});
