import { parseTrace, TASK, type TraceEvent } from "../parseTrace.ts";
import { BEGUN_MARK, LANDED_MARK } from "./watchOpening.ts";

interface FrameReport {
  state?: string;
  has_compositor_animation?: boolean;
}

type OpeningEvent = TraceEvent<{ frame_reporter?: FrameReport; chrome_frame_reporter?: FrameReport }>;

export interface Traced {
  /** The longest task of the main thread during the opening, in milliseconds of processor time. */
  longestTaskMs: number;
  /** Frames that the compositor wanted to produce during animations of the opening. */
  frames: number;
  /** Frames of those that were presented. */
  presentedFrames: number;
}

/** Reads a trace from the start of an opening to the landed amount. */
export function readTrace(trace: Buffer): Traced {
  const events: readonly OpeningEvent[] = parseTrace(trace);
  const begun = findMark(events, BEGUN_MARK);
  const landed = findMark(events, LANDED_MARK);
  const isOnTheWay = ({ pid, ts, dur = 0 }: OpeningEvent) =>
    pid === begun.pid && ts + dur >= begun.ts && ts <= landed.ts;
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

function findMark(events: readonly OpeningEvent[], name: string): OpeningEvent {
  const mark = events.find((event) => event.name === name);
  if (mark === undefined) throw new Error(`the trace has no mark ${name}`);
  return mark;
}
