/**
 * `fetch` with a timeout. Older web views lack `AbortSignal.any`, so the signals are joined by hand.
 * @throws {DOMException} `TimeoutError` after the time, `AbortError` where the request's own signal ended it
 */
export async function fetchWithTimeout(request: Request, timeoutMs: number): Promise<Response> {
  const control = new AbortController();
  const abort = () => {
    control.abort(new DOMException("aborted", "AbortError"));
  };
  if (request.signal.aborted) abort();
  request.signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => {
    control.abort(new DOMException("timed out", "TimeoutError"));
  }, timeoutMs);
  try {
    return await fetch(new Request(request, { signal: control.signal }));
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", abort);
  }
}
