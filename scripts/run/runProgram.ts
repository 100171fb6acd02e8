import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 5000;
let runningGroup: number | null = null;

/** Runs a program and ends the processes it leaves. Resolves with its exit code. */
export async function runProgram(
  command: readonly [program: string, ...args: string[]],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const [program, ...args] = command;
  // Its own process group, so that browsers and servers left by a failed test end with it.
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env: environment, detached: true });
  runningGroup = child.pid ?? null;
  const exitCode = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      console.error(`${program} does not start: ${error.message}`);
      resolve(127);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
  await endRunningProgram();
  return exitCode;
}

/** Ends the running program and everything it started, gently first. */
export async function endRunningProgram(): Promise<void> {
  const group = runningGroup;
  runningGroup = null;
  if (group === null || !signal(group, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < GRACE_MS && signal(group, 0); waitedMs += 50) await wait(50);
  signal(group, "SIGKILL");
}

function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, name);
    return true;
  } catch {
    return false;
  }
}
