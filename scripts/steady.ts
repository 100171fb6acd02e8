/**
 * `npm run steady -- 3`: repeats the parts of `npm test` that depend on time, beside a program that keeps every core busy.
 * What has run of one commit is kept in `.cache/steady.json`, so that a run that was stopped goes on where it ended.
 * `--only browser` runs that part alone. Exit 1 where a test failed.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const TIMED_PARTS = ["attacks", "browser", "gallery", "e2e"];
const ROOT = path.join(import.meta.dirname, "..");
const KEPT_FILE = path.join(ROOT, ".cache/steady.json");

interface Round {
  part: string;
  round: number;
  seconds: number;
  isGreen: boolean;
}

interface Kept {
  commit: string;
  rounds: Round[];
}

function readKept(commit: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(KEPT_FILE, "utf8")) as Kept;
    return kept.commit === commit ? kept : { commit, rounds: [] };
  } catch {
    return { commit, rounds: [] };
  }
}

function keep(kept: Kept): void {
  mkdirSync(path.dirname(KEPT_FILE), { recursive: true });
  writeFileSync(KEPT_FILE, JSON.stringify(kept));
}

const { values, positionals } = parseArgs({
  options: { only: { type: "string", multiple: true } },
  allowPositionals: true,
});
const parts = TIMED_PARTS.filter((part) => values.only?.includes(part) ?? true);
const rounds = Number(positionals[0] ?? 3);
const kept = readKept(execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim());

const busy = os.cpus().map(() => spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }));
// Else this run would wait for them, and they end with it.
for (const child of busy) child.unref();
process.once("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

for (let round = 1; round <= rounds; round += 1) {
  for (const part of parts) {
    if (kept.rounds.some((done) => done.part === part && done.round === round)) continue;
    const startedAt = performance.now();
    const { status } = spawnSync(process.execPath, ["scripts/test.ts", "--only", part], {
      cwd: ROOT,
      stdio: "inherit",
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    kept.rounds.push({ part, round, seconds, isGreen: status === 0 });
    keep(kept);
  }
}

const counted = kept.rounds.filter(({ part, round }) => parts.includes(part) && round <= rounds);
console.table(counted);
process.exitCode = counted.every(({ isGreen }) => isGreen) ? 0 : 1;
