import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LimitedWorker } from "./LimitedWorker.ts";

export default defineConfig({
  test: {
    include: [".cache/mutate/**/*.mutant.ts"],
    setupFiles: ["scripts/mutate/mutateXstate.ts"],
    // A mutant may wait for what never comes; another one runs meanwhile.
    testTimeout: 1_000,
    maxWorkers: 2 * availableParallelism(),
    // Each file loads its modules anew.
    isolate: false,
    pool: { name: "limited", createPoolWorker: (options) => new LimitedWorker(options) },
  },
});
