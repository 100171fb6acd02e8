import { chromium } from "playwright";
import { type Figure, median } from "./figure.ts";
import { withPages } from "./pages/withPages.ts";
import type { BenchOptions } from "./options.ts";
import { TASK, type TraceEvent, parseTrace } from "./parseTrace.ts";

const CPU_SLOWDOWN = 4;
const LONG_TASK_MS = 50;
const TRACE_CATEGORIES = ["toplevel", "devtools.timeline", "v8"];
/** Work within this time after the last request counts as part of the start. */
const SETTLED_MS = 1_000;

/**
 * The main thread's work at a first visit to /homePage, compared with an empty app on the same libraries. Tasks are
 * counted in processor time of a thread slowed down four times, so other work on the machine does not lengthen them.
 */
export async function measureStart({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const { app, floor } = await withPages(async (pages) => {
    const app: MainThread[] = [];
    const floor: MainThread[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await traceStart(pages.floor));
      app.push(await traceStart(pages.app));
    }
    return { app, floor };
  });
  for (const start of app) {
    const long = start.tasks.filter(({ ms }) => ms > LONG_TASK_MS);
    console.log(`work ${start.workMs.toFixed(0)} ms; long tasks: ${long.map(describeTask).join("; ") || "none"}`);
  }
  const measured = `main thread ${CPU_SLOWDOWN} × slower, median of ${app.length}`;
  const floorWorkMs = median(floor.map(({ workMs }) => workMs));
  const workMs = median(app.map(({ workMs }) => workMs));
  return [
    {
      name: "start: longest task of the main thread",
      measured,
      floor: `${median(floor.map(({ longestMs }) => longestMs)).toFixed(0)} ms`,
      value: median(app.map(({ longestMs }) => longestMs)),
      bar: { atMost: LONG_TASK_MS },
      unit: "ms",
    },
    {
      name: "start: work of the main thread",
      measured: `${workMs.toFixed(0)} ms, ${measured}`,
      floor: `${floorWorkMs.toFixed(0)} ms`,
      value: workMs / floorWorkMs,
      bar: { atMost: 1.3 },
      unit: "×",
    },
  ];
}

/** Each start has its own browser, so that nothing is cached. */
async function traceStart(url: string): Promise<MainThread> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"],
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLED_MS);
    return readMainThread(await browser.stopTracing());
  } finally {
    await browser.close();
  }
}

const EVALUATION = "v8.evaluateModule";

/** The process of a page of the web; the browser's own pages evaluate modules, too, in one of another name. */
const PAGE_PROCESS = "Renderer";

/** Shorter parts do not explain a long task. */
const MIN_PART_MS = 4;

type StartEvent = TraceEvent<{ name?: string; data?: { url?: string; functionName?: string } }>;

interface Task {
  /** Time since the first task. */
  atMs: number;
  /** Processor time. */
  ms: number;
  /** The parts of the task, longest first. */
  parts: readonly string[];
}

interface MainThread {
  tasks: readonly Task[];
  /** The sum of all tasks, with their microtasks. */
  workMs: number;
  longestMs: number;
}

/** Reads the tasks of the page's main thread from a trace of its start. */
function readMainThread(trace: Buffer): MainThread {
  const traceEvents: readonly StartEvent[] = parseTrace(trace);
  const pages = new Set(traceEvents.filter(isPageProcess).map(({ pid }) => pid));
  const own = traceEvents.find(({ name, pid }) => name === EVALUATION && pages.has(pid));
  if (own === undefined) throw new Error("the trace has no evaluation of a module");
  const events = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && pid === own.pid && tid === own.tid);
  const raw = listWholeTasks(events);
  const begin = raw[0]?.ts ?? 0;
  const tasks = raw.map((task) => ({
    atMs: (task.ts - begin) / 1000,
    ms: task.tdur / 1000,
    parts: listParts(task, events),
  }));
  return {
    tasks,
    workMs: tasks.reduce((sum, { ms }) => sum + ms, 0),
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
}

type Span = Required<Pick<StartEvent, "ts" | "dur" | "tdur">>;

/** Tasks with their microtasks, which the trace has beside them: React renders some changes there. */
function listWholeTasks(events: readonly StartEvent[]): readonly Span[] {
  const tasks: Span[] = [];
  let endedAt = 0;
  for (const { name, ts, dur = 0, tdur = 0 } of events.toSorted(compareOuterFirst)) {
    // What lies within another event is counted with it.
    if (ts < endedAt) continue;
    endedAt = ts + dur;
    const last = tasks.at(-1);
    if (name === TASK) tasks.push({ ts, dur, tdur });
    else if (last !== undefined) {
      last.dur = endedAt - last.ts;
      last.tdur += tdur;
    }
  }
  return tasks;
}

function compareOuterFirst(one: StartEvent, other: StartEvent): number {
  return one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);
}

function isPageProcess({ name, args }: StartEvent): boolean {
  return name === "process_name" && args?.name === PAGE_PROCESS;
}

function describeTask({ atMs, ms, parts }: Task): string {
  return `${ms.toFixed(0)} ms at ${atMs.toFixed(0)} (${parts.join(", ")})`;
}

function listParts(task: Span, events: readonly StartEvent[]): string[] {
  const end = task.ts + task.dur;
  return events
    .filter((event) => event.name !== TASK && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end)
    .filter(({ tdur = 0 }) => tdur / 1000 >= MIN_PART_MS)
    .toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))
    .slice(0, 4)
    .map(({ name, tdur = 0, args }) => {
      const place = args?.data?.functionName ?? args?.data?.url?.split("/").at(-1)?.split("#")[0] ?? "";
      return `${name} ${place} ${(tdur / 1000).toFixed(0)}`.replaceAll(/\s+/g, " ");
    });
}
