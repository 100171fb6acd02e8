/** How long to wait after failures in a row: twice as long after each. */
export function doubleWait(firstMs: number, failures: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

interface Repeated {
  /** The pause after the first failure. It doubles with each failure that follows. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** Answers how long to wait before the next time, or null to end. */
  step: (failures: number) => Promise<number | null>;
  /** Not called once the signal has aborted. */
  onFailure: (error: unknown, failures: number) => void;
}

/** Does a step again and again until it says so or `signal` aborts. One that fails is tried again, later each time. */
export async function repeat(
  signal: AbortSignal,
  { firstWaitMs, longestWaitMs, step, onFailure }: Repeated,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const waitMs = await step(failures);
      if (waitMs === null) return;
      failures = 0;
      await pause(waitMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error, failures);
      await pause(doubleWait(firstWaitMs, failures, longestWaitMs), signal);
      failures += 1;
    }
  }
}

/** Waits, or until `signal` aborts. Never rejects. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, durationMs);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();

    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
  });
}
