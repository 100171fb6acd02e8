import { createBatcher } from "../batch.ts";
import type { Database } from "../database.ts";

/** Envelopes whose shard a process remembers. */
const MOST_KNOWN = 100_000;

const known = new WeakMap<Database, Map<string, string>>();

/** The shard on which an envelope lies, always the same. */
export async function findShard(database: Database, envelopeId: string): Promise<string> {
  let shards = known.get(database);
  if (shards === undefined) known.set(database, (shards = new Map<string, string>()));
  const found = shards.get(envelopeId) ?? (await askForShard(database, envelopeId));
  if (shards.size >= MOST_KNOWN) shards.clear();
  shards.set(envelopeId, found);
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
