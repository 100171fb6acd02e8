import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 5000;
const runningGroups = new Set<number>();

/**
 * Runs a program and ends the processes it leaves. Resolves with its exit code.
 * @param listen gets what it writes; without it, the program writes to the terminal itself
 */
export async function runProgram(
  command: readonly [program: string, ...args: string[]],
  environment: NodeJS.ProcessEnv,
  listen?: (text: string) => void,
): Promise<number> {
  const [program, ...args] = command;
  // Its own process group, so that browsers and servers left by a failed test end with it.
  const output = listen === undefined ? "inherit" : "pipe";
  const child = spawn(program, args, { stdio: ["ignore", output, output], env: environment, detached: true });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", listen ?? (() => {}));
  const group = child.pid ?? null;
  if (group !== null) runningGroups.add(group);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const exitCode = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      console.error(`${program} does not start: ${error.message}`);
      resolve(127);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
  if (group !== null) await endGroup(group);
  // What it wrote last comes after its end.
  await Promise.race([closed, wait(GRACE_MS, undefined, { ref: false })]);
  return exitCode;
}

/** Ends the running programs and everything they started, gently first. */
export async function endRunningPrograms(): Promise<void> {
  await Promise.all([...runningGroups].map(endGroup));
}

async function endGroup(group: number): Promise<void> {
  if (!runningGroups.delete(group) || !signal(group, "SIGTERM")) return;
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
