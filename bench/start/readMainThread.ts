import { parseTrace, TASK, type TraceEvent } from "../parseTrace.ts";

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

export interface MainThread {
  tasks: readonly Task[];
  /** The sum of all tasks. */
  workMs: number;
  longestMs: number;
}

/** Reads the tasks of the page's main thread from a trace of its start. */
export function readMainThread(trace: Buffer): MainThread {
  const traceEvents: readonly StartEvent[] = parseTrace(trace);
  const pages = new Set(traceEvents.filter(isPageProcess).map(({ pid }) => pid));
  const own = traceEvents.find(({ name, pid }) => name === EVALUATION && pages.has(pid));
  if (own === undefined) throw new Error("the trace has no evaluation of a module");
  const events = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && pid === own.pid && tid === own.tid);
  const raw = events.filter(({ name }) => name === TASK).toSorted((one, other) => one.ts - other.ts);
  const begin = raw[0]?.ts ?? 0;
  const tasks = raw.map((task) => ({
    atMs: (task.ts - begin) / 1000,
    ms: (task.tdur ?? 0) / 1000,
    parts: listParts(task, events),
  }));
  return {
    tasks,
    workMs: tasks.reduce((sum, { ms }) => sum + ms, 0),
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
}

function isPageProcess({ name, args }: StartEvent): boolean {
  return name === "process_name" && args?.name === PAGE_PROCESS;
}

export function describeTask({ atMs, ms, parts }: Task): string {
  return `${ms.toFixed(0)} ms at ${atMs.toFixed(0)} (${parts.join(", ")})`;
}

function listParts(task: StartEvent, events: readonly StartEvent[]): string[] {
  const end = task.ts + (task.dur ?? 0);
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
