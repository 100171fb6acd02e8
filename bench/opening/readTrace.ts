import { BEGUN_MARK, LANDED_MARK } from "./watchOpening.ts";

/** A task of a thread, in the category `toplevel`. */
const TASK = "ThreadControllerImpl::RunTask";

interface FrameReport {
  state?: string;
  has_compositor_animation?: boolean;
}

/** Of Chromium's trace; times are microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** By the clock, and of the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string; frame_reporter?: FrameReport; chrome_frame_reporter?: FrameReport };
}

export interface Traced {
  /** The longest task of the main thread on the way, in milliseconds of the processor. */
  longestTaskMs: number;
  /** Frames that the compositor wanted to produce on the way while something was animated. */
  frames: number;
  /** Of those, presented. */
  presentedFrames: number;
}

/** Reads what a trace says of the way from the first moment of an opening to the landed amount. */
export function readTrace(trace: Buffer): Traced {
  const { traceEvents: events } = JSON.parse(trace.toString("utf8")) as { traceEvents: readonly TraceEvent[] };
  const begun = findMark(events, BEGUN_MARK);
  const landed = findMark(events, LANDED_MARK);
  const isOnTheWay = ({ pid, ts, dur = 0 }: TraceEvent) => pid === begun.pid && ts + dur >= begun.ts && ts <= landed.ts;
  const tasks = events.filter((event) => event.name === TASK && event.tid === begun.tid && isOnTheWay(event));
  const states = events
    .filter((event) => event.name === "PipelineReporter" && event.ph === "b" && isOnTheWay(event))
    .map(({ args }) => args?.frame_reporter ?? args?.chrome_frame_reporter)
    .filter((report) => report?.has_compositor_animation === true)
    .map((report) => report?.state ?? "");
  const presentedFrames = states.filter((state) => state.startsWith("STATE_PRESENTED")).length;
  const droppedFrames = states.filter((state) => state === "STATE_DROPPED").length;
  return {
    longestTaskMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    frames: presentedFrames + droppedFrames,
    presentedFrames,
  };
}

function findMark(events: readonly TraceEvent[], name: string): TraceEvent {
  const mark = events.find((event) => event.name === name);
  if (mark === undefined) throw new Error(`the trace has no mark ${name}`);
  return mark;
}
