/** A task of a thread, in the category `toplevel`. */
export const TASK = "ThreadControllerImpl::RunTask";

/** Of Chromium's trace; times are microseconds. */
export interface TraceEvent<Args> {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Wall-clock time and processor time. */
  dur?: number;
  tdur?: number;
  args?: Args;
}

export function parseTrace<Args>(trace: Buffer): readonly TraceEvent<Args>[] {
  return (JSON.parse(trace.toString("utf8")) as { traceEvents: readonly TraceEvent<Args>[] }).traceEvents;
}
