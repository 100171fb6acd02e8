import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ThreadsPoolWorker, type WorkerRequest } from "vitest/node";

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

/** More than the walk's own limit, which a loop without a pause does not let come. */
const MAX_RUN_MS = 90_000;

/** A thread that ends with the mutant that does not let it go on. The pool starts another one for what is left. */
class LimitedWorker extends ThreadsPoolWorker {
  override readonly name = "limited";
  #timer: NodeJS.Timeout | undefined;

  override send(message: WorkerRequest): void {
    if (message.type === "run") this.#timer = setTimeout(() => void this.stop(), MAX_RUN_MS);
    super.send(message);
  }

  override deserialize(message: unknown): unknown {
    const { type } = message as { type?: unknown };
    if (type === "testfileFinished") clearTimeout(this.#timer);
    return super.deserialize(message);
  }

  override async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await super.stop();
  }
}
