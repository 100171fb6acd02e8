import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

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

const PROGRAM = path.join(import.meta.dirname, "generate.process.ts");

/** Runs a load in its own process, and rejects if a call gets no answer. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {
    // The process ended early; its exit code says why.
  });
  child.stdin.end(JSON.stringify(load));
  const output = await text(child.stdout);
  if (output === "") throw new Error("the load generator failed");
  const result = JSON.parse(output) as LoadResult;
  const answered = Object.values(result.answers).reduce((sum, count) => sum + count, 0);
  if (answered !== load.requests.length) throw new Error(`${answered} of ${load.requests.length} calls were answered`);
  return result;
}
