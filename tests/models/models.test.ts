import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { SECRET_FIELDS } from "#src/inspector/secretFields.ts";
import { diffTable } from "./diffTable.ts";
import { findStructureFaults } from "./findStructureFaults.ts";
import { listMachineNames, MODELS } from "./registry.ts";
import { walkModel, type Walk } from "./walkModel.ts";

const ROOT_MACHINE = "app";
/** Processor time of all machines together: neither a busy computer nor the engine's own threads count. */
const MAX_WALKS_MS = 10_000;
const TEST_TIMEOUT_MS = 60_000;
const walks = new Map<string, Omit<Walk, "snapshots"> & { ms: number }>();

test("every machine has a model", () => {
  expect([...MODELS.keys()].sort()).toEqual(listMachineNames());
});

describe.each([...MODELS])("%s", (name, model) => {
  test("keeps the anatomy", () => {
    expect(findStructureFaults(model.machine, name === ROOT_MACHINE)).toEqual([]);
  });

  test("has its secrets masked in the inspector", () => {
    expect(model.secrets.filter((field) => !SECRET_FIELDS.has(field))).toEqual([]);
  });

  test("is the chart of its table", () => {
    expect(diffTable(model)).toEqual([]);
  });

  test("walks every transition and every pair of transitions", { timeout: TEST_TIMEOUT_MS }, async () => {
    const start = process.threadCpuUsage();
    const { snapshots, ...walk } = await walkModel(model);
    const used = process.threadCpuUsage(start);
    walks.set(name, { ...walk, ms: Math.round((used.user + used.system) / 1000) });
    expect(snapshots.length).toBeGreaterThan(0);
    expect(walk.unwalked).toEqual([]);
  });
});

afterAll(() => {
  const folder = fileURLToPath(new URL("../report/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}models.json`, `${JSON.stringify(Object.fromEntries(walks), null, 2)}\n`);
  console.table(Object.fromEntries(walks), [
    "places",
    "moves",
    "steps",
    "runs",
    "edges",
    "walkedEdges",
    "edgePairs",
    "ms",
  ]);
});

test("all walks together stay within their time", () => {
  expect([...walks.values()].reduce((sum, walk) => sum + walk.ms, 0)).toBeLessThan(MAX_WALKS_MS);
});
