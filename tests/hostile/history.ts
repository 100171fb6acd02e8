import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";

/** One answer of the product to somebody. */
export interface Said {
  /** When it came, in milliseconds of the run. */
  atMs: number;
  /** When it was asked for. */
  askedMs: number;
  person: string;
  operationId: OperationId;
  /** Of the call with all its retries. */
  key: string;
  request: unknown;
  error: ErrorKey | null;
  data: unknown;
}

/** All that anybody was told, in the order of its arrival. */
export interface History {
  readonly said: readonly Said[];
  add(said: Omit<Said, "atMs">): void;
  now(): number;
}

export function createHistory(): History {
  const startMs = performance.now();
  const said: Said[] = [];
  const now = () => performance.now() - startMs;
  return { said, now, add: (one) => void said.push({ ...one, atMs: now() }) };
}
