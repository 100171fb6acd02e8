import path from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "#devnet/process/ports.ts";
import { writeClockShift } from "#tests/attacks/support/writeClockShift.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/serverProcess.ts";

const SHIFT_CLOCK = fileURLToPath(new URL("../../attacks/support/shiftClock.ts", import.meta.url));
const PLANT_BUG = fileURLToPath(new URL("../bugs/plantBug.ts", import.meta.url));
const TRY_AGAIN_MS = 200;
/** On a busy machine a process may notice so late that its clock is shifted. */
const CLOCK_LATE_MS = 2_000;

/** The product in two processes on one database. */
export interface TwoServers {
  readonly urls: readonly [string, string];
  /** `kill -9` of one, and a new one in its place. */
  kill(index: number): Promise<void>;
  /** Lets the clock of one jump to this far from the true time. */
  shiftClock(index: number, shiftMs: number): Promise<void>;
  /** Whether either had a wrong clock at some time between two times of `performance.now()`. */
  hadWrongClock: (fromMs: number, toMs: number) => boolean;
  stop(): Promise<void>;
}

interface ServersOptions {
  settings: Readonly<Record<string, string>>;
  /** For the files of the clocks. */
  folder: string;
  /** A planted bug. */
  bug: string | null;
}

export async function startTwoServers({ settings, folder, bug }: ServersOptions): Promise<TwoServers> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const clocks = ports.map((_, index) => path.join(folder, `clock${index}`));
  for (const file of clocks) await writeClockShift(file, 0);
  const start = (index: number) => {
    const imports = [SHIFT_CLOCK, ...(bug === null ? [] : [PLANT_BUG])].map((file) => `--import=${file}`);
    const own = {
      NODE_OPTIONS: imports.join(" "),
      CLOCK_SHIFT_FILE: clocks[index] ?? "",
      ...(bug === null ? {} : { PLANTED_BUG: bug }),
    };
    return startServerProcess({ ...settings, ...own }, ports[index]);
  };
  const servers: ServerProcess[] = [await start(0), await start(1)];
  let isStopping = false;
  const shifts = ports.map(() => [{ atMs: 0, shiftMs: 0 }]);

  return {
    urls: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    async kill(index) {
      await servers[index]?.kill();
      // As a supervisor does: a start may fail while the database or the chains are away.
      for (;;) {
        if (isStopping) return;
        try {
          servers[index] = await start(index);
          return;
        } catch {
          await wait(TRY_AGAIN_MS);
        }
      }
    },
    async shiftClock(index, shiftMs) {
      shifts[index]?.push({ atMs: performance.now(), shiftMs });
      await writeClockShift(clocks[index] ?? "", shiftMs);
    },
    hadWrongClock: (fromMs, toMs) =>
      shifts.some((list) =>
        list.some(({ atMs, shiftMs }, place) => {
          const endMs = (list[place + 1]?.atMs ?? Infinity) + CLOCK_LATE_MS;
          return shiftMs !== 0 && atMs <= toMs && endMs >= fromMs;
        }),
      ),
    async stop() {
      isStopping = true;
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
