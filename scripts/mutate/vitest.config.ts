import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["machines/**/*.test.ts", "scripts/mutate/*.mutate.ts"],
    setupFiles: ["scripts/mutate/mutateXstate.ts"],
    bail: 1,
    // A mutant may wait for what never comes.
    testTimeout: 2_000,
    maxWorkers: 2,
  },
});
