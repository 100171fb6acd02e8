import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { performance } from "node:perf_hooks";

const RETRY_MS = 50;
const SQLITE_BUSY = 5;

/**
 * Holds `<dataDir>/lock` for this process alone; the system drops it with the process, whatever ends it.
 * Resolves with null when somebody else still holds it after `waitMs`.
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
