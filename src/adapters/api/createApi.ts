import createClient, { type Client } from "openapi-fetch";

import type { paths } from "#contract/schema.d.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { noteServerDate } from "#src/adapters/serverClock.ts";
import { REQUEST_TIMEOUT_MS } from "#src/adapters/withTimeout.ts";

import { toApiFailure } from "./toApiFailure.ts";

/** Body codes of success (SPEC section 8). */
const SUCCESS_CODES: ReadonlySet<number> = new Set([200, 201, 0]);

/** Who asks, by header: `authorization` or `x-external-payment-code`. */
export interface Credential {
  header: string;
  value: string;
}

export interface ApiOptions {
  /** Tag of the current language, e.g. `zh-CN`. */
  getLanguage: () => string;
  /** Null: the call is anonymous. */
  getCredential: () => Credential | null;
  /** Called with each refused credential and, where the call asks for a toast, with every failure but an abort. */
  onFailure: (failure: Failure, credential: Credential | null) => void;
  /**
   * Asks for a credential in place of a refused one; null: there is none. Absent: a refusal is final.
   */
  renew?: (refused: Credential) => Promise<Credential | null>;
  /** The origin's own `/api` by default. */
  baseUrl?: string;
}

interface Answer<Data> {
  /** The generated types leave out a `data` that is always null. */
  data?: { code: number; msg: string; data?: Data };
  error?: unknown;
  response: Response;
}

export interface Api {
  /**
   * Makes one call and resolves with the `data` of its answer. Pass the actor's `signal` in the call's options.
   * @param hasToast true where the person waits for the answer, so that words which the app has no text for are shown
   * @param isAnonymous true where the call is nobody's, whoever is logged in
   * @throws {Failure} a plain object
   */
  call: <Data>(
    send: (client: Client<paths>) => Promise<Answer<Data>>,
    options?: { hasToast?: boolean; isAnonymous?: boolean },
  ) => Promise<Data>;
}

/** The one way to the server. */
export function createApi(options: ApiOptions): Api {
  const { getLanguage, getCredential, onFailure, renew = async () => null, baseUrl = "/api" } = options;
  /** A client whose calls carry one credential, so that a refusal is known to be of that one. */
  const createClientFor = (credential: Credential | null) => {
    const client = createClient<paths>({ baseUrl, fetch: (request) => fetchWithTimeout(request, REQUEST_TIMEOUT_MS) });
    client.use({
      onRequest: ({ request }) => {
        request.headers.set("language", getLanguage().toLowerCase());
        if (credential !== null) request.headers.set(credential.header, credential.value);
        return request;
      },
    });
    return client;
  };

  return {
    call: async (send, { hasToast = false, isAnonymous = false } = {}) => {
      let credential = isAnonymous ? null : getCredential();
      let result = await attempt(send(createClientFor(credential)));
      if (credential !== null && isRefusal(result)) {
        // What was refused has done nothing, so that it is safe to ask again.
        const next = await renew(credential);
        if (next !== null) {
          credential = next;
          result = await attempt(send(createClientFor(next)));
        }
      }
      if (!("failure" in result)) return result.data;
      if (result.failure.kind !== "aborted" && (hasToast || result.failure.kind === "unauthorized")) {
        onFailure(result.failure, credential);
      }
      // Failures are plain objects, so that they survive in a machine's context.
      throw result.failure;
    },
  };
}

type Result<Data> = { data: Data } | { failure: Failure };

function isRefusal(result: Result<unknown>): boolean {
  return "failure" in result && result.failure.kind === "unauthorized";
}

async function attempt<Data>(sent: Promise<Answer<Data>>): Promise<Result<Data>> {
  try {
    const { data, error, response } = await sent;
    noteServerDate(response.headers.get("date"));
    if (response.ok && data !== undefined && SUCCESS_CODES.has(data.code)) return { data: data.data as Data };
    return { failure: toApiFailure(response, data ?? error) };
  } catch (error) {
    return { failure: toRequestFailure(error) };
  }
}

/** `fetch` rejects with a TypeError without a connection, and with the reason of an abort. */
function toRequestFailure(error: unknown): Failure {
  if (error instanceof DOMException && error.name === "TimeoutError") return { kind: "timeout" };
  if (error instanceof DOMException && error.name === "AbortError") return { kind: "aborted" };
  if (error instanceof TypeError) return { kind: "network" };
  const message = error instanceof Error ? error.message : String(error);
  // An answer that is no JSON fails while it is read; anything else while the request is set up.
  return error instanceof SyntaxError
    ? { kind: "unexpected", message }
    : { kind: "unexpected", message, isForPeople: true };
}

/**
 * `fetch` that has read the whole body, with a timeout for all of it. Older web views lack `AbortSignal.any` and reasons of
 * an abort, so the signals are joined by hand.
 * @throws {DOMException} `TimeoutError` after the time, `AbortError` where the request's own signal ended it
 */
async function fetchWithTimeout(request: Request, timeoutMs: number): Promise<Response> {
  const control = new AbortController();
  let reason: DOMException | null = null;
  const end = (name: "AbortError" | "TimeoutError") => {
    reason ??= new DOMException("no answer", name);
    control.abort(reason);
  };
  const abort = () => end("AbortError");
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
