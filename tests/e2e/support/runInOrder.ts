import { afterEach, beforeEach } from "vitest";
import type { World } from "./world.ts";

/**
 * Makes the tests of a `describe` one story: each continues where the one before ended, all are skipped after a failure,
 * and each fails if any page had a problem. A failure says what the pages showed.
 */
export function runInOrder(world: World): void {
  let failedTest: string | null = null;
  beforeEach((context) => {
    context.skip(failedTest !== null, `the story broke off at: ${failedTest}`);
    context.onTestFailed(() => {
      failedTest = context.task.name;
    });
  });
  afterEach(({ task }) => world.watch.check(task.result?.state === "fail"));
}
