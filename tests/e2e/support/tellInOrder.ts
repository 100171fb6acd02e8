import { afterEach, beforeEach } from "vitest";
import type { World } from "./world.ts";

/**
 * Makes the tests of a `describe` one story: each goes on where the one before ended, none begins after one has failed,
 * and after each no page may have noted a problem.
 */
export function tellInOrder(readWorld: () => World): void {
  let failedTest: string | null = null;
  beforeEach((context) => {
    context.skip(failedTest !== null, `the story broke off at: ${failedTest}`);
    context.onTestFailed(() => {
      failedTest = context.task.name;
    });
  });
  afterEach(() => readWorld().watch.check());
}
