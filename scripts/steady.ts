/**
 * `npm run steady -- 3`: repeats the parts of `npm test` that depend on time, beside a program that keeps every core busy.
 * What has run of one commit is kept in `.cache/steady.json`, so that a run that was stopped goes on where it ended.
 * `--only browser` runs that part alone. Exit 1 where a test failed.
 */
import { spawn } from "node:child_process";
import os from "node:os";
import { parseArgs } from "node:util";
import { openKept } from "./run/openKept.ts";
import { endRunningPrograms, runProgram } from "./run/runProgram.ts";

const TIMED_PARTS = ["api", "attacks", "browser", "gallery", "e2e"];

interface Round {
  part: string;
  round: number;
  seconds: number;
  isGreen: boolean;
}

const { values, positionals } = parseArgs({
  options: { only: { type: "string", multiple: true } },
  allowPositionals: true,
});
const parts = TIMED_PARTS.filter((part) => values.only?.includes(part) ?? true);
const rounds = Number(positionals[0] ?? 3);
const kept = openKept<Round>("steady");

const busy = os.cpus().map(() => spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }));
// Else this run would wait for them, and they end with it.
for (const child of busy) child.unref();
process.once("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    isStopped = true;
    void endRunningPrograms().finally(() => process.exit(1));
  });

for (let round = 1; round <= rounds; round += 1) {
  for (const part of parts) {
    if (isStopped || kept.done.some((done) => done.part === part && done.round === round)) continue;
    const startedAt = performance.now();
    const exitCode = await runProgram([process.execPath, "scripts/test.ts", "--only", part], process.env);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    // What was stopped has not failed.
    if (!isStopped) kept.add({ part, round, seconds, isGreen: exitCode === 0 });
  }
}

const counted = kept.done.filter(({ part, round }) => parts.includes(part) && round <= rounds);
console.table(counted);
process.exitCode = counted.every(({ isGreen }) => isGreen) ? 0 : 1;
