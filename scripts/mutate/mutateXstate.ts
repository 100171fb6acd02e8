/** Set-up of a test run: gives one chart the mutant that the task names. */
import { readFileSync, writeFileSync } from "node:fs";
import { vi } from "vitest";
import type * as XState from "xstate";
import { MutantList } from "./MutantList.ts";
import type { ChartPart } from "./MutantList.ts";
import { TASK_FILE } from "./task.ts";
import type { Task } from "./task.ts";

/** A mutant that goes round in circles breaks instead of hanging the run. */
const MAX_ITERATIONS = 2_000;

const task = JSON.parse(readFileSync(TASK_FILE, "utf8")) as Task;

vi.mock("xstate", async (importOriginal) => {
  const original = await importOriginal<typeof XState>();
  const setup = (parts: ChartPart) => {
    const made = original.setup(parts);
    const createMachine = (config: ChartPart) => {
      if (config["id"] !== task.machine) return made.createMachine(config as never);
      const list = new MutantList({ setup: parts, config }, original as never);
      if (task.mutant === null) writeFileSync(task.listFile, JSON.stringify(list.mutants.map(({ id }) => id)));
      const mutant = list.mutants.find((_, index) => index === task.mutant);
      const source = mutant === undefined ? { setup: parts, config } : list.apply(mutant);
      const limited = { ...source.config, options: { maxIterations: MAX_ITERATIONS } };
      return original.setup(source.setup as never).createMachine(limited as never);
    };
    return { ...made, createMachine };
  };
  return { ...original, setup };
});
