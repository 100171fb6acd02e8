/** How long to wait after failures in a row: twice as long after each. */
export function doubleWait(firstMs: number, failures: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
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
