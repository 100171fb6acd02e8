/** One HTTP call of a load. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  token: string;
  body?: unknown;
}

export interface Load {
  /** Like `http://127.0.0.1:4000`. */
  url: string;
  /** Kept open; each has one call under way. */
  connections: number;
  requests: readonly LoadRequest[];
}

export interface LoadResult {
  /** From the first call, with every connection open, to the last answer. */
  durationMs: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers by status, with the error key or "alreadyClaimed" behind it where there is one. */
  answers: Readonly<Record<string, number>>;
}
