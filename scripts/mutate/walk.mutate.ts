import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { WalkedModel } from "#tests/models/model.ts";
import { diffTable } from "#tests/models/diffTable.ts";
import { walkModel } from "#tests/models/walkModel.ts";
import { TASK_FILE } from "./task.ts";
import type { Task } from "./task.ts";

const task = JSON.parse(readFileSync(TASK_FILE, "utf8")) as Task;
const models = import.meta.glob<WalkedModel>("../../tests/models/*.model.ts", { import: "model" });

const WALK_TIMEOUT_MS = 60_000;

test("the chart is walked whole", { timeout: WALK_TIMEOUT_MS }, async () => {
  const read = models[`../../tests/models/${task.machine}.model.ts`];
  if (read === undefined) throw new Error(`${task.machine} has no model`);
  const { table, ...walked } = await read();
  const model = task.hasTable && table !== undefined ? { ...walked, table } : walked;
  expect(diffTable(model)).toEqual([]);
  const { unwalked } = await walkModel(model);
  expect(unwalked).toEqual([]);
});
