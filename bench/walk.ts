import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Figure } from "./figure.ts";

const ROOT = path.join(import.meta.dirname, "..");
/** Written by the tests of the model walks. */
const REPORT_FILES = ["first", "second"].map((half) => path.join(ROOT, `tests/report/models.${half}.json`));

interface Walked {
  edges: number;
  walkedEdges: number;
  edgePairs: number;
  /** Processor time. */
  ms: number;
}

/** Runs the walks of all machines, as the models' tests do. */
export async function measureWalk(): Promise<readonly Figure[]> {
  for (const file of REPORT_FILES) await rm(file, { force: true });
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", "unit", "--reporter=dot", "tests/models/models."];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  const reports = await Promise.all(REPORT_FILES.map((file) => readFile(file, "utf8")));
  const walks = reports.flatMap((report) => Object.values(JSON.parse(report) as Record<string, Walked>));
  const sum = (pick: (walk: Walked) => number) => walks.reduce((total, walk) => total + pick(walk), 0);
  const edges = sum((walk) => walk.edges);
  const walkedEdges = sum((walk) => walk.walkedEdges);
  return [
    {
      name: "walks of all machines",
      measured: `${walks.length} machines, processor time`,
      floor: null,
      value: sum((walk) => walk.ms) / 1000,
      bar: { atMost: 10 },
      unit: "s",
    },
    {
      name: "transitions walked",
      measured: `${walkedEdges} of ${edges}, and ${sum((walk) => walk.edgePairs)} pairs, every one that can follow`,
      floor: null,
      value: edges === 0 ? 0 : (walkedEdges / edges) * 100,
      bar: { atLeast: 100 },
      unit: "%",
    },
    {
      name: "faults that the walks found",
      measured: `the tests of the models ended with ${code}`,
      floor: null,
      value: code === 0 ? 0 : 1,
      bar: { atMost: 0 },
      unit: "faults",
    },
  ];
}
