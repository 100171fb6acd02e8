import createClient from "openapi-fetch";

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

type PathOf<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path][Method] extends object ? Path : never;
}[keyof paths];

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? Query extends object
    ? Query
    : Readonly<Record<string, never>>
  : never;

type JsonOf<Content> = Content extends { content: { "application/json": infer Json } } ? Json : undefined;

type BodyOf<Operation> = Operation extends { requestBody: infer Request }
  ? JsonOf<Request>
  : Operation extends { requestBody?: infer Request }
    ? JsonOf<Request> | undefined
    : never;

type DataOf<Operation> = Operation extends { responses: { 200: infer Answer } }
  ? JsonOf<Answer> extends { data: infer Data }
    ? Data
    : never
  : never;

interface CallOptions {
  /** The person waits for the answer, so that words which the app has no text for are shown. */
  hasToast?: boolean;
  /** The call is nobody's, whoever is logged in. */
  isAnonymous?: boolean;
  /** Names the attempt: a repeat, after a lost answer or a reload, does nothing anew. */
  idempotencyKey?: string;
  /** Hears the headers of an answer, also of one that refuses. */
  onHeaders?: (headers: Headers) => void;
}

/**
 * Each call resolves with the `data` of its answer; pass the actor's `signal`. A query without parameters is `{}`.
 * @throws {Failure} a plain object
 */
export interface Api {
  get: <Path extends PathOf<"get">>(
    path: Path,
    query: QueryOf<paths[Path]["get"]>,
    signal?: AbortSignal,
    options?: CallOptions,
  ) => Promise<DataOf<paths[Path]["get"]>>;
  post: <Path extends PathOf<"post">>(
    path: Path,
    body: BodyOf<paths[Path]["post"]>,
    signal?: AbortSignal,
    options?: CallOptions,
  ) => Promise<DataOf<paths[Path]["post"]>>;
}

/** The one way to the server. */
export function createApi(options: ApiOptions): Api {
  const { getLanguage, getCredential, onFailure, renew = async () => null, baseUrl = "/api" } = options;
  const client = createClient<paths>({ baseUrl, fetch: (request) => fetchWithTimeout(request, REQUEST_TIMEOUT_MS) });

  async function call<Data>(
    method: "get" | "post",
    path: string,
    init: object,
    { hasToast = false, isAnonymous = false, idempotencyKey, onHeaders }: CallOptions = {},
  ): Promise<Data> {
    // `get` and `post` have typed it all; the client's own types want each path as a literal.
    const request = client.request as (method: string, path: string, init: object) => Promise<Answer<Data>>;
    const send = (asker: Credential | null): Promise<Result<Data>> => {
      const headers = {
        language: getLanguage().toLowerCase(),
        ...(asker !== null && { [asker.header]: asker.value }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      };
      return attempt(request(method, path, { ...init, headers }), onHeaders);
    };
    // A refusal is of the credential that this call carries, whatever another one does meanwhile.
    let credential = isAnonymous ? null : getCredential();
    let result = await send(credential);
    if (credential !== null && "failure" in result && result.failure.kind === "unauthorized") {
      // What was refused has done nothing, so that it is safe to ask again.
      const next = await renew(credential);
      if (next !== null) {
        credential = next;
        result = await send(next);
      }
    }
    if (!("failure" in result)) return result.data;
    if (result.failure.kind !== "aborted" && (hasToast || result.failure.kind === "unauthorized")) {
      onFailure(result.failure, credential);
    }
    // Failures are plain objects, so that they survive in a machine's context.
    throw result.failure;
  }

  return {
    get: (path, query, signal, called) => call("get", path, { params: { query }, signal }, called),
    post: (path, sent, signal, called) => call("post", path, { body: sent, signal }, called),
  };
}

type Result<Data> = { data: Data } | { failure: Failure };

async function attempt<Data>(sent: Promise<Answer<Data>>, onHeaders: CallOptions["onHeaders"]): Promise<Result<Data>> {
  try {
    const { data, error, response } = await sent;
    noteServerDate(response.headers.get("date"));
    onHeaders?.(response.headers);
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
