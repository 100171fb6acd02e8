/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export function createTestClock(startMs = Date.parse("2026-11-20T12:00:00Z")): TestClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    advance(milliseconds) {
      nowMs += milliseconds;
    },
  };
}
