import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildApp } from "#devnet/buildApp.ts";
import { CannotSetUp } from "../scripts/setup/system.ts";
import { provideChromium } from "../scripts/setup/provideChromium.ts";
import { providePostgres } from "../scripts/setup/providePostgres.ts";
import { describeFigure, type Figure, meetsBar } from "./figure.ts";
import { type BenchOptions, type PartName, readOptions } from "./options.ts";

type Measure = (options: BenchOptions) => Promise<readonly Figure[]>;

const ROOT = path.join(import.meta.dirname, "..");
const REPORT_FILE = path.join(import.meta.dirname, "report", "figures.json");
const IN_BROWSER: ReadonlySet<PartName> = new Set(["weight", "lighthouse", "start", "opening", "inspector"]);
const ON_POSTGRES: ReadonlySet<PartName> = new Set([
  "lighthouse",
  "start",
  "claims",
  "storm",
  "lists",
  "records",
  "flood",
  "solvency",
]);
const WITHOUT_APP: ReadonlySet<PartName> = new Set(["flood", "solvency", "walk"]);
/** Settings of a small server. Commits reach the disk. */
const POSTGRES_SETTINGS = ["shared_buffers=1GB", "max_wal_size=8GB", "random_page_cost=1.1"];

/** Loaded late: the tests' helpers read their database from the environment when they load. */
async function loadPart(name: PartName): Promise<Measure> {
  switch (name) {
    case "weight":
      return (await import("./weight.ts")).measureWeight;
    case "lighthouse":
      return (await import("./lighthouse.ts")).measureLighthouse;
    case "start":
      return (await import("./start.ts")).measureStart;
    case "opening":
      return (await import("./opening.ts")).measureOpening;
    case "inspector":
      return (await import("./inspector.ts")).measureInspector;
    case "claims":
      return (await import("./claims.ts")).measureClaims;
    case "storm":
      return (await import("./storm.ts")).measureStorm;
    case "lists":
      return (await import("./lists.ts")).measureLists;
    case "records":
      return (await import("./records.ts")).measureRecords;
    case "flood":
      return (await import("./flood.ts")).measureFlood;
    case "solvency":
      return (await import("./solvency.ts")).measureSolvency;
    case "walk":
      return (await import("./walk.ts")).measureWalk;
  }
}

async function measureAll(options: BenchOptions): Promise<ReadonlyMap<PartName, readonly Figure[]>> {
  process.chdir(ROOT);
  if (options.parts.some((name) => IN_BROWSER.has(name))) process.env["CHROMIUM_PATH"] = provideChromium();
  if (options.parts.some((name) => !WITHOUT_APP.has(name))) await buildApp(ROOT);
  const needsPostgres = options.parts.some((name) => ON_POSTGRES.has(name));
  const postgres = needsPostgres ? await providePostgres(POSTGRES_SETTINGS) : null;
  if (postgres !== null) process.env["TEST_DATABASE_URL"] = postgres.url;
  const figures = new Map<PartName, readonly Figure[]>();
  const measureEach = async (names: readonly PartName[]) => {
    for (const name of names) {
      console.log(`\n=== ${name} ===`);
      const measure = await loadPart(name);
      figures.set(name, await measure(options));
    }
  };
  try {
    const { parts } = options;
    // A quick run measures nothing, so what waits for a browser may stand beside what fills a database.
    const lanes = options.isQuick
      ? [parts.filter((name) => IN_BROWSER.has(name)), parts.filter((name) => !IN_BROWSER.has(name))]
      : [parts];
    // What failed is thrown once both lanes have ended, so that its message stands last.
    const ends = await Promise.allSettled(lanes.map(measureEach));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await postgres?.stop();
  }
  return figures;
}

function report(options: BenchOptions, figures: ReadonlyMap<PartName, readonly Figure[]>): boolean {
  const all = [...figures.values()].flat();
  console.log("\n=== Figures ===");
  for (const figure of all) console.log(options.isQuick ? `ran    ${figure.name}` : describeFigure(figure));
  const machine = { cpus: os.cpus().length, model: os.cpus()[0]?.model ?? "", node: process.version };
  const content = {
    at: new Date().toISOString(),
    machine,
    loadAverage: os.loadavg(),
    options,
    figures: Object.fromEntries(
      [...figures].map(([part, list]) => [part, list.map((figure) => ({ ...figure, isMet: meetsBar(figure) }))]),
    ),
  };
  mkdirSync(path.dirname(REPORT_FILE), { recursive: true });
  writeFileSync(REPORT_FILE, `${JSON.stringify(content, null, 2)}\n`);
  console.log(
    `\nLoad average ${os.loadavg()[0]?.toFixed(1)} on ${machine.cpus} processors. ${path.relative(ROOT, REPORT_FILE)}`,
  );
  return all.every(meetsBar);
}

try {
  const options = readOptions(process.argv.slice(2));
  const isAllMet = report(options, await measureAll(options));
  process.exitCode = options.isStrict && !isAllMet ? 1 : 0;
} catch (error) {
  const isKnown = error instanceof CannotSetUp || (error instanceof Error && "code" in error);
  console.error(isKnown || !(error instanceof Error) ? String(error) : error.stack);
  process.exitCode = 1;
}
