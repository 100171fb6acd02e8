import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { performance } from "node:perf_hooks";

const RETRY_MS = 50;
const SQLITE_BUSY = 5;

/**
 * Locks `<dataDir>/lock` for this process; the system releases it when the process ends.
 * Resolves with null if another process still has it after `waitMs`.
 */
export async function takeFolderLock(dataDir: string, waitMs: number): Promise<{ release(): void } | null> {
  const deadline = performance.now() + waitMs;
  const file = new DatabaseSync(path.join(dataDir, "lock"), { timeout: 0 });
  for (;;) {
    try {
      file.exec("begin exclusive");
      return { release: () => file.close() };
    } catch (error) {
      const isBusy = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
      if (!isBusy || performance.now() >= deadline) {
        file.close();
        if (isBusy) return null;
        throw error;
      }
    }
    await wait(RETRY_MS);
  }
}
