import { onTestFinished, vi } from "vitest";
import { createCountdown } from "#machines/kit/countdown.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";

/** A device whose clock stands still until the test moves it: the page sleeps so long, then it sees the clock again. */
export function openPageClock(startMs: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number): void => {
    vi.setSystemTime(Date.now() + ms);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { countdown: createCountdown(watchServerTime), pass };
}
