import { setNewest } from "#server/setNewest.ts";
import { type BatchSettings, createBatcher } from "../batch.ts";
import type { Database } from "../database.ts";

/** Batches of envelopes at once on one server. */
const LANES = 2;
/** Envelopes whose shard a process remembers. */
const MOST_KNOWN = 100_000;

/**
 * Joins simultaneous calls about envelopes into one statement. On Citus it holds those of one shard, so that it goes to one
 * worker, and a worker that is away spoils no calls about others' envelopes; one batch of a shard runs at a time.
 */
export function batchByEnvelope<Ask extends { envelopeId: string }, Answer>(
  settings: Pick<BatchSettings<Ask, Answer>, "name" | "run" | "maxSize"> &
    Partial<Pick<BatchSettings<Ask, Answer>, "keyOf">>,
): (database: Database, ask: Ask) => Promise<Answer> {
  const anywhere = createBatcher({ keyOf: ({ envelopeId }) => envelopeId, ...settings, lanes: LANES });
  const onShard = new Map<string, typeof anywhere>();
  return async (database, ask) => {
    if (!database.isSharded) return anywhere(database, ask);
    const shard = await findShard(database, ask.envelopeId);
    let batcher = onShard.get(shard);
    if (batcher === undefined) {
      batcher = createBatcher({ ...settings, keyOf: () => shard, lanes: 1 });
      onShard.set(shard, batcher);
    }
    return batcher(database, ask);
  };
}

const known = new WeakMap<Database, Map<string, string>>();

/** The shard on which an envelope lies, always the same. */
async function findShard(database: Database, envelopeId: string): Promise<string> {
  let shards = known.get(database);
  if (shards === undefined) known.set(database, (shards = new Map<string, string>()));
  const found = shards.get(envelopeId) ?? (await askForShard(database, envelopeId));
  setNewest(shards, envelopeId, found, MOST_KNOWN);
  return found;
}

const askForShard = createBatcher<string, string>({
  name: "findShard",
  async run({ pool }, envelopeIds) {
    const { rows } = await pool.query<{ shard: bigint }>({
      name: "find_shards",
      text: `select get_shard_id_for_distribution_column('envelope', e.id) as shard
        from unnest($1::text[]) with ordinality as e (id, place) order by e.place`,
      values: [envelopeIds],
    });
    return rows.map(({ shard }) => String(shard));
  },
  keyOf: () => "",
  lanes: 1,
  maxSize: 256,
});
