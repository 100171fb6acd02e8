import { type BatchSettings, createBatcher } from "../batch.ts";
import type { Database } from "../database.ts";
import { findShard } from "./findShards.ts";

/**
 * Joins simultaneous calls about envelopes of one shard into one statement, so that it goes to one worker, and a worker
 * that is away spoils no calls about others' envelopes. One batch of a shard runs at a time.
 */
export function batchByShard<Ask extends { envelopeId: string }, Answer>({
  name,
  run,
  maxSize,
}: Pick<BatchSettings<Ask, Answer>, "name" | "run" | "maxSize">): (database: Database, ask: Ask) => Promise<Answer> {
  const ofShard = new Map<string, (database: Database, ask: Ask) => Promise<Answer>>();
  return async (database, ask) => {
    const shard = await findShard(database, ask.envelopeId);
    let batcher = ofShard.get(shard);
    if (batcher === undefined) {
      batcher = createBatcher({ name, run, maxSize, keyOf: () => shard, lanes: 1 });
      ofShard.set(shard, batcher);
    }
    return batcher(database, ask);
  };
}
