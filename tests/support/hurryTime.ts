import { vi } from "vitest";

const STEP_MS = 50;
const TIMES = 10;

/**
 * What the page waits for by `setTimeout`, such as the pause before it asks the server again, comes ten times as soon.
 * A page that stands still for others' load misses nothing: no step is made up for.
 * @returns lets time pass as it does
 */
export function hurryTime(): () => void {
  const timer = setInterval(() => vi.advanceTimersByTime(STEP_MS * TIMES), STEP_MS);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => {
    clearInterval(timer);
    vi.useRealTimers();
  };
}
