import { findMark, liesBetween, listTaskTimes, parseTrace, TASK, type TraceEvent } from "../parseTrace.ts";
import { BEGUN_MARK, LANDED_MARK } from "./watchOpening.ts";

interface FrameReport {
  state?: string;
  has_compositor_animation?: boolean;
}

type OpeningEvent = TraceEvent<{ frame_reporter?: FrameReport; chrome_frame_reporter?: FrameReport; name?: string }>;

/** They put a frame together and draw it. */
const FRAME_THREADS: ReadonlySet<string | undefined> = new Set(["Compositor", "VizCompositorThread"]);

export interface Traced {
  /** The longest task of the main thread during the opening, in milliseconds of processor time. */
  longestTaskMs: number;
  /** Frames that the compositor wanted to produce during animations of the opening. */
  frames: number;
  /** Frames of those that were presented. */
  presentedFrames: number;
  /** The longest time between two presented frames while something was in motion, in milliseconds. */
  longestFrameMs: number;
  /** The longest task that puts a frame together or draws it, in milliseconds of processor time: other work does not lengthen it. */
  dearestFrameMs: number;
}

/** Reads a trace from the start of an opening to the landed amount. */
export function readTrace(trace: Buffer): Traced {
  const events: readonly OpeningEvent[] = parseTrace(trace);
  const begun = findMark(events, BEGUN_MARK);
  const landed = findMark(events, LANDED_MARK);
  const isMeanwhile = (event: OpeningEvent) => liesBetween(event, begun, landed);
  const isOnTheWay = (event: OpeningEvent) => event.pid === begun.pid && isMeanwhile(event);
  const drawers = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && FRAME_THREADS.has(args?.name))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const draws = events.filter(
    (event) => event.name === TASK && drawers.has(`${event.pid} ${event.tid}`) && isMeanwhile(event),
  );
  const frames = events
    .filter((event) => event.name === "PipelineReporter" && event.ph === "b" && isOnTheWay(event))
    .map(({ ts, args }) => ({ ts, report: args?.frame_reporter ?? args?.chrome_frame_reporter }))
    .filter(({ report }) => report?.has_compositor_animation === true);
  const presented = frames.filter(({ report }) => report?.state?.startsWith("STATE_PRESENTED") === true);
  const dropped = frames.filter(({ report }) => report?.state === "STATE_DROPPED");
  const times = presented.map(({ ts }) => ts).toSorted((one, other) => one - other);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    longestTaskMs: Math.max(0, ...listTaskTimes(events, begun, landed)),
    frames: presented.length + dropped.length,
    presentedFrames: presented.length,
    longestFrameMs: Math.max(0, ...gaps) / 1000,
    dearestFrameMs: Math.max(0, ...draws.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
