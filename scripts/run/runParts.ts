import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { CannotSetUp } from "../setup/system.ts";
import { provideChromium } from "../setup/provideChromium.ts";
import { provideFonts } from "../setup/provideFonts.ts";
import { type PostgresServer, providePostgres } from "../setup/providePostgres.ts";
import type { Need, Part } from "./part.ts";
import { type Outcome, readOutcome } from "./readOutcome.ts";
import { endRunningPrograms, runProgram } from "./runProgram.ts";
import { spawnSync } from "node:child_process";
import pg from "pg";

interface Result {
  part: Part;
  seconds: number;
  outcome: Outcome;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The output above has the rest; a log may keep only its end. */
const MOST_FAILURES_SHOWN = 20;
/** Of what a program that failed wrote, in the summary. */
const LAST_LINES_SHOWN = 25;
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs all parts in order, also after a failure, and prints a summary that ends in `N passed, N failed`: the tests of
 * every vitest run, and one failure for each other part that failed.
 * Ends the process with exit code 0 only if nothing failed.
 */
export async function runParts(parts: readonly Part[]): Promise<never> {
  process.chdir(ROOT);
  const startedAt = performance.now();
  let postgres: PostgresServer | undefined;
  const reports = mkdtempSync(path.join(os.tmpdir(), "hongbao-run-"));
  let leaving: Promise<never> | undefined;
  const isLeaving = () => leaving !== undefined;
  const end = async (exitCode: number): Promise<never> => {
    await endRunningPrograms();
    await postgres?.stop();
    rmSync(reports, { recursive: true, force: true });
    process.exit(exitCode);
  };
  const leave = (exitCode: number): Promise<never> => (leaving ??= end(exitCode));
  for (const [signal, exitCode] of Object.entries(SIGNAL_EXIT_CODES)) process.once(signal, () => void leave(exitCode));

  try {
    // Many node processes load the same modules.
    const environment: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: path.join(ROOT, ".cache/compile"), ...process.env };
    const needs = new Set<Need>(parts.flatMap((part) => part.needs ?? []));
    if (needs.has("chromium")) {
      environment["CHROMIUM_PATH"] = provideChromium();
      provideFonts();
    }
    if (needs.has("postgres")) {
      postgres = await providePostgres();
      environment["TEST_DATABASE_URL"] = postgres.url;
    }
    const versions = await describeVersions({
      chromium: environment["CHROMIUM_PATH"] ?? null,
      postgresUrl: postgres?.url ?? null,
    });
    console.log(versions);
    const results: Result[] = [];
    for (const group of groupParts(parts)) {
      results.push(...(await runGroup(group, { environment, reports, isLeaving })));
      // A signal ended the parts, and ends the run.
      if (leaving !== undefined) return await leaving;
    }
    return await leave(summarise(results, versions, (performance.now() - startedAt) / 1000) ? 0 : 1);
  } catch (error) {
    if (!(error instanceof CannotSetUp)) console.error(error);
    else console.error(`\n${error.message}`);
    return leave(1);
  }
}

interface Run {
  environment: NodeJS.ProcessEnv;
  /** The folder of what the parts report. */
  reports: string;
  /** Whether a signal has ended the run. */
  isLeaving: () => boolean;
}

/** Neighbours that keep one core busy make a group. */
function groupParts(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.isSingle === true && last?.[0]?.isSingle === true) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** Runs the parts of a group two at a time. What one of several wrote is printed once it has ended. */
async function runGroup(group: readonly Part[], run: Run): Promise<Result[]> {
  const waiting = group.entries();
  const results: Result[] = [];
  const takeTurns = async () => {
    for (const [index, part] of waiting) {
      if (run.isLeaving()) return;
      const heading = `\n=== ${part.heading} (${part.name}) ===\n`;
      if (group.length === 1) {
        process.stdout.write(heading);
        results[index] = await runPart(part, run, (text) => process.stdout.write(text));
        continue;
      }
      const written: string[] = [heading];
      results[index] = await runPart(part, run, (text) => written.push(text));
      console.log(written.join(""));
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
  return results;
}

async function runPart(part: Part, { environment, reports }: Run, write: (text: string) => void): Promise<Result> {
  const reportFile = path.join(reports, `${part.name}.json`);
  const startedAt = performance.now();
  const outcome = { passed: 0, failed: 0, failures: [] as string[] };
  for (const command of part.commands) {
    const isVitest = command[0] === "vitest";
    const full = isVitest
      ? ([...command, "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`] as const)
      : command;
    let written = "";
    const listen = (text: string) => {
      written += text;
      write(text);
    };
    // Vitest looks better on a terminal, and its report has what failed.
    const exitCode = await runProgram(full, { ...environment, ...part.environment }, isVitest ? undefined : listen);
    if (isVitest) {
      const { passed, failed, failures } = readOutcome(reportFile, exitCode);
      outcome.passed += passed;
      outcome.failed += failed;
      outcome.failures.push(...failures);
    } else if (exitCode !== 0) {
      outcome.failed += 1;
      const end = written.trimEnd().split("\n").slice(-LAST_LINES_SHOWN).join("\n");
      outcome.failures.push(`${command.join(" ")} ended with ${exitCode}\n${end}`);
    }
    if (exitCode !== 0) break;
  }
  return { part, seconds: (performance.now() - startedAt) / 1000, outcome };
}

/** Prints the failures and the result of each part; returns false if anything failed. */
function summarise(results: readonly Result[], versions: string, totalSeconds: number): boolean {
  const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0);
  const failures = results.flatMap(({ part, outcome }) => outcome.failures.map((text) => `[${part.name}] ${text}`));
  if (failures.length > 0) console.log(`\n=== What failed ===\n${failures.slice(0, MOST_FAILURES_SHOWN).join("\n")}`);
  console.log(`\n=== Summary ===\n${versions}`);
  for (const { part, seconds, outcome } of results) {
    const verdict = outcome.failed === 0 ? "ok    " : "FAILED";
    const tests = outcome.passed + outcome.failed > 0 ? `${outcome.passed} passed, ${outcome.failed} failed` : "";
    console.log(`${verdict} ${part.name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${tests}`.trimEnd());
  }
  const failed = sum(({ outcome }) => outcome.failed);
  console.log(`Total time ${totalSeconds.toFixed(1)} s`);
  console.log(`${sum(({ outcome }) => outcome.passed)} passed, ${failed} failed`);
  return failed === 0;
}

/** One line that names what a run uses, so that a failure elsewhere can be compared. `null` is not used. */
async function describeVersions(used: { chromium: string | null; postgresUrl: string | null }): Promise<string> {
  const names = [`Node ${process.version}`, `${os.type()} ${os.release()}`];
  if (used.chromium !== null) names.push(readChromiumVersion(used.chromium));
  if (used.postgresUrl !== null) names.push(await readPostgresVersion(used.postgresUrl));
  return names.join(", ");
}

function readChromiumVersion(file: string): string {
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return stdout.trim().split("\n").at(-1) ?? "a Chromium without a version";
}

async function readPostgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return `PostgreSQL ${rows[0]?.server_version ?? ""}`;
  } finally {
    await client.end();
  }
}
