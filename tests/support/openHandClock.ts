import { createCountdown } from "#machines/kit/countdown.ts";

/** A countdown whose clock stands still until the test moves it. */
export function openHandClock(startMs: number) {
  let nowMs = startMs;
  const looks = new Set<() => void>();
  const countdown = createCountdown((report) => {
    const look = () => report(nowMs);
    looks.add(look);
    look();
    return () => looks.delete(look);
  });
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const look of looks) look();
  };
  return { countdown, pass };
}
