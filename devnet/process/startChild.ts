import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const TAIL_LINES = 40;
const KILL_AFTER_MS = 10_000;

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** The last lines of its output. */
  readTail(): string;
  /** Resolves with the match of the first output line that matches `pattern`; rejects if the process ends before. */
  waitForLine(pattern: RegExp, timeoutMs: number): Promise<RegExpMatchArray>;
  /** Asks the process to end and waits until it has. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly logFile: string;
  /** Lines that match are not logged. */
  readonly noise?: RegExp;
}

/**
 * Starts a process in its own group (so Ctrl-C reaches only the parent, which ends the rest in order), with an open
 * stdin for as long as it should live.
 */
export function startChild(options: ChildOptions): Child {
  mkdirSync(path.dirname(options.logFile), { recursive: true });
  const log = createWriteStream(options.logFile, { flags: "w" });
  const tail: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const spawned = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });

  const record = (line: string): void => {
    if (options.noise?.test(line) === true) return;
    log.write(`${line}\n`);
    tail.push(line);
    if (tail.length > TAIL_LINES) tail.shift();
    for (const listener of listeners) listener(line);
  };
  createInterface({ input: spawned.stdout }).on("line", record);
  createInterface({ input: spawned.stderr }).on("line", record);
  spawned.stdin.on("error", () => undefined);

  let isOver = false;
  const exited = new Promise<ChildExit>((resolve) => {
    spawned.on("error", (error) => {
      record(error.message);
      isOver = true;
      resolve({ code: null, signal: null });
    });
    spawned.on("close", (code, signal) => {
      isOver = true;
      log.end();
      resolve({ code, signal });
    });
  });

  const readTail = (): string => tail.join("\n");

  return {
    name: options.name,
    pid: spawned.pid ?? -1,
    exited,
    readTail,
    waitForLine: (pattern, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () =>
            settle(() =>
              reject(new Error(`${options.name} did not start within ${timeoutMs / 1000} s\n${readTail()}`)),
            ),
          timeoutMs,
        );
        const listener = (line: string): void => {
          const match = line.match(pattern);
          if (match !== null) settle(() => resolve(match));
        };
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          listeners.delete(listener);
          finish();
        };
        listeners.add(listener);
        for (const line of tail) listener(line);
        void exited.then(() => settle(() => reject(new Error(`${options.name} ended while starting\n${readTail()}`))));
      }),
    stop: async () => {
      if (isOver) return;
      spawned.stdin.end();
      const timer = setTimeout(() => {
        if (spawned.pid === undefined || isOver) return;
        try {
          process.kill(-spawned.pid, "SIGKILL");
        } catch {
          spawned.kill("SIGKILL");
        }
      }, KILL_AFTER_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
