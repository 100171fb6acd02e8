import { writeFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { WalkedModel } from "#tests/models/model.ts";
import { walkModel } from "#tests/models/walkModel.ts";

/** What one file of a run has to change, and to write down. */
export interface Task {
  /** Id of the chart. */
  readonly machine: string;
  /** Place in the list of the chart's mutants; null changes nothing and writes a report. */
  readonly mutant: number | null;
  /** How many transitions it may make: one that goes round in circles breaks instead of hanging the run. */
  readonly maxTransitions: number;
  readonly reportFile: string;
}

/** What the chart without a mistake tells of itself. */
export interface Report {
  readonly mutants: readonly string[];
  readonly transitions: number;
}

/** What is under way in this worker, which modules that are loaded anew cannot hold. */
export interface MutantRun {
  task: Task;
  mutants: readonly string[];
  transitions: number;
  isOver: boolean;
}

declare global {
  var mutantRun: MutantRun | undefined;
}

const WALK_TIMEOUT_MS = 60_000;

/** Loads tests whose chart has the mistake. Of those that fail only the first runs. */
export async function openMutant(task: Task, load: () => Promise<unknown>): Promise<void> {
  const run: MutantRun = { task, mutants: [], transitions: 0, isOver: false };
  globalThis.mutantRun = run;
  vi.resetModules();
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    skip(hasFailed);
    onTestFailed(() => {
      hasFailed = true;
    });
  });
  afterAll(async () => {
    // Errors of actors are thrown a moment later, and are to count for this mutant.
    await new Promise((resolve) => void setTimeout(resolve));
    run.isOver = true;
    const report: Report = { mutants: run.mutants, transitions: run.transitions };
    if (task.mutant === null) writeFileSync(task.reportFile, JSON.stringify(report));
  });
  await load();
}

export function addWalk(model: WalkedModel): void {
  test("the chart is walked whole", { timeout: WALK_TIMEOUT_MS }, async () => {
    const { unwalked } = await walkModel(model);
    expect(unwalked).toEqual([]);
  });
}
