/**
 * `fetch` that has read the whole body, with a timeout for all of it. Older web views lack `AbortSignal.any` and reasons of
 * an abort, so the signals are joined by hand.
 * @throws {DOMException} `TimeoutError` after the time, `AbortError` where the request's own signal ended it
 */
export async function fetchWithTimeout(request: Request, timeoutMs: number): Promise<Response> {
  const control = new AbortController();
  let reason: DOMException | null = null;
  const end = (name: "AbortError" | "TimeoutError") => {
    reason ??= new DOMException("no answer", name);
    control.abort(reason);
  };
  const abort = () => {
    end("AbortError");
  };
  if (request.signal.aborted) abort();
  request.signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(end, timeoutMs, "TimeoutError");
  try {
    const response = await fetch(new Request(request, { signal: control.signal }));
    const body = await response.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, response);
  } catch (error) {
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", abort);
  }
}
