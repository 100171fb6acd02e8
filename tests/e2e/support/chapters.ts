import { expect, it } from "vitest";
import type { World } from "./world.ts";

/**
 * Tests that tell one story: each goes on where the one before ended, none begins after one has failed, and after each
 * no page may have noted a problem.
 */
export function createChapters(readWorld: () => World): (name: string, tell: () => Promise<void>) => void {
  let failedChapter: string | null = null;
  return (name, tell) => {
    it(name, async (context) => {
      context.skip(failedChapter !== null, `the story broke off at: ${failedChapter}`);
      failedChapter = name;
      await tell();
      expect(readWorld().watch.take()).toEqual([]);
      failedChapter = null;
    });
  };
}
