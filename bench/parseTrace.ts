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

export function findMark<Args>(events: readonly TraceEvent<Args>[], name: string): TraceEvent<Args> {
  const mark = events.find((event) => event.name === name);
  if (mark === undefined) throw new Error(`the trace has no mark ${name}`);
  return mark;
}

type Time = Pick<TraceEvent<unknown>, "ts" | "dur">;

/** Whether an event lies between two marks, at least in part. */
export function liesBetween({ ts, dur = 0 }: Time, begun: Time, ended: Time): boolean {
  return ts + dur >= begun.ts && ts <= ended.ts;
}

/** The milliseconds of processor time, which other work does not lengthen, of each task between two marks of a thread. */
export function listTaskTimes<Args>(
  events: readonly TraceEvent<Args>[],
  begun: TraceEvent<Args>,
  ended: TraceEvent<Args>,
): readonly number[] {
  return events
    .filter(({ name, pid, tid }) => name === TASK && pid === begun.pid && tid === begun.tid)
    .filter((event) => liesBetween(event, begun, ended))
    .map(({ tdur = 0 }) => tdur / 1000);
}
