import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";

/** One call, with all its retries. */
export interface Asked {
  person: string;
  operationId: OperationId;
  key: string;
  request: unknown;
}

/** One answer of the product to somebody. */
export interface Said extends Asked {
  /** When it came, by `performance.now()`. */
  atMs: number;
  /** When it was asked for. */
  askedMs: number;
  error: ErrorKey | null;
  data: unknown;
}

/** All that anybody was told, in the order of its arrival. */
export interface History {
  readonly said: readonly Said[];
  /** Every call, also one that nobody answered. */
  readonly asked: readonly Asked[];
  ask(asked: Asked): void;
  add(said: Omit<Said, "atMs">): void;
}

export function createHistory(): History {
  const said: Said[] = [];
  const asked: Asked[] = [];
  return {
    said,
    asked,
    ask: (one) => void asked.push(one),
    add: (one) => void said.push({ ...one, atMs: performance.now() }),
  };
}
