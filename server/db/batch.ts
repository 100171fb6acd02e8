import type { Span } from "@opentelemetry/api";
import type { Database } from "./database.ts";
import { isConnectionLost } from "./failures.ts";

export interface BatchSettings<Ask, Answer> {
  /** In traces. */
  name: string;
  /** Returns the results of one batch, in order. */
  run: (database: Database, asks: readonly Ask[]) => Promise<readonly Answer[]>;
  /** Asks with the same key never run in parallel. */
  keyOf: (ask: Ask) => string;
  /** How many batches may run at once, at most as many as the pool has connections. More than two only make batches smaller. */
  lanes: number;
  maxSize: number;
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
  /** What the ask is traced in. */
  span: Span | undefined;
}

interface Lane<Ask, Answer> {
  waiting: Waiting<Ask, Answer>[];
  isRunning: boolean;
}

/**
 * Joins simultaneous calls into one statement. A lane runs one batch at a time; later calls wait for the next, so a
 * batch waits only for the previous statement and needs no timer.
 */
export function createBatcher<Ask, Answer>(
  settings: BatchSettings<Ask, Answer>,
): (database: Database, ask: Ask) => Promise<Answer> {
  const lanesOf = new WeakMap<Database, Lane<Ask, Answer>[]>();

  function getLane(database: Database, key: string): Lane<Ask, Answer> {
    let lanes = lanesOf.get(database);
    if (lanes === undefined) {
      const size = Math.max(1, Math.min(settings.lanes, database.pool.options.max));
      lanes = Array.from({ length: size }, () => ({ waiting: [], isRunning: false }));
      lanesOf.set(database, lanes);
    }
    const lane = lanes[hashText(key) % lanes.length];
    if (lane === undefined) throw new Error("a batcher needs a lane");
    return lane;
  }

  async function runLane(database: Database, lane: Lane<Ask, Answer>): Promise<void> {
    while (lane.waiting.length > 0) {
      // Results resolve in micro-tasks: without a turn of the event loop, sockets and timers would starve.
      await new Promise((resolve) => setImmediate(resolve));
      await runBatch(database, lane.waiting.splice(0, settings.maxSize));
    }
    lane.isRunning = false;
  }

  function runAsks(database: Database, batch: readonly Waiting<Ask, Answer>[]): Promise<readonly Answer[]> {
    const { tracing } = database;
    const asks = batch.map(({ ask }) => ask);
    if (tracing === null) return settings.run(database, asks);
    const spans = batch.map(({ span }) => span);
    return tracing.traceBatch(`batch ${settings.name}`, spans, () => settings.run(database, asks));
  }

  /** One ask that fails must not fail the others: its batch is halved until it is alone. */
  async function runBatch(database: Database, batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await runAsks(database, batch);
      if (answers.length !== batch.length) throw new Error("a batch must answer every ask");
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      if (batch.length === 1 || isOfAll(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await runBatch(database, batch.slice(0, middle));
      await runBatch(database, batch.slice(middle));
    }
  }

  return (database, ask) =>
    new Promise((resolve, reject) => {
      const lane = getLane(database, settings.keyOf(ask));
      lane.waiting.push({ ask, resolve, reject, span: database.tracing?.current() });
      if (lane.isRunning) return;
      lane.isRunning = true;
      void runLane(database, lane);
    });
}

/** Conflicts, a lack of resources, and what an operator or a time limit ended: they say nothing of one ask. */
const STATE_OF_ALL = /^(?:40|53|57)/;

function isOfAll(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return isConnectionLost(error) || STATE_OF_ALL.test(code);
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
