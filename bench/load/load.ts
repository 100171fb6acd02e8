/** One HTTP call of a load. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  token: string;
  body?: unknown;
}

export interface Load {
  /** E.g. `http://127.0.0.1:4000`. */
  url: string;
  /** Persistent connections; each has one call at a time. */
  connections: number;
  requests: readonly LoadRequest[];
}

export interface LoadResult {
  /** From the first call, after all connections are open, to the last answer. */
  durationMs: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of answers by status, with the error key or "alreadyClaimed" if there is one. */
  answers: Readonly<Record<string, number>>;
}
