import { fromObservable, toObserver, type Observer } from "xstate";

/** When the wait ends: at a moment, or some seconds after its start. */
export type CountdownInput = { endsAtMs: number } | { lastsSeconds: number };

/** When a wait of some seconds ends, by the clock of this device. */
export interface CountdownEnd {
  endsAtMs: number;
}

/** Reports the time at once, each second, and when a page that slept wakes; returns how to end that. */
export type WatchTime = (report: (nowMs: number) => void) => () => void;

const SECOND_MS = 1000;

/**
 * Is done once its moment has passed: only the time that the clock reports counts, since the timers of a page that slept
 * are late. It does not tell each second, but the end of a wait that was given in seconds, which lasts no longer than
 * these, even where the clock is set back.
 */
export function createCountdown(watchTime: WatchTime) {
  return fromObservable<CountdownEnd, CountdownInput>(({ input }) => ({
    subscribe: (told: Observer<CountdownEnd> | ((end: CountdownEnd) => void)) => {
      const observer = toObserver(told);
      const lastsMs = "lastsSeconds" in input ? input.lastsSeconds * SECOND_MS : Infinity;
      let knownMs = "endsAtMs" in input ? input.endsAtMs : Infinity;
      let isOver = false;
      let stop: (() => void) | null = null;
      const report = (nowMs: number) => {
        if (isOver) return;
        const endsAtMs = Math.min(knownMs, nowMs + lastsMs);
        isOver = endsAtMs <= nowMs;
        if (isOver) {
          stop?.();
          observer.complete?.();
        } else if (endsAtMs !== knownMs) {
          knownMs = endsAtMs;
          observer.next?.({ endsAtMs });
        }
      };
      stop = watchTime(report);
      // The first report may have been the last.
      if (isOver) stop();
      return { unsubscribe: stop };
    },
  }));
}

/** What charts invoke until the composition root provides the clock. */
export const countdown = createCountdown(() => {
  throw new Error("provide countdown");
});
