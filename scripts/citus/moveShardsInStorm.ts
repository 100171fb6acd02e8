import pg from "pg";
import { addCitusWorker, hostOf } from "#tests/support/citusDatabase.ts";
import { countAnswers, openStorm, type Tap } from "./openStorm.ts";
import type { CitusNode } from "./startCitusNode.ts";

/** People who tap at once. */
const WAVE = 25;

/** Adds a worker and moves shards there while people tap, wave after wave. Answers what was wrong. */
export async function moveShardsInStorm(added: CitusNode): Promise<string[]> {
  const storm = await openStorm();
  try {
    const client = new pg.Client({ connectionString: storm.databaseUrl });
    await client.connect();
    const startedAt = performance.now();
    const moved = new AbortController();
    const moving = (async () => {
      await addCitusWorker(storm.databaseUrl, added.url);
      await client.query("select rebalance_table_shards('envelope', shard_transfer_mode => 'force_logical')");
    })().finally(() => moved.abort());
    const during: Tap[] = [];
    for (let first = 0; !moved.signal.aborted; first = (first + WAVE) % storm.people.length) {
      during.push(...(await storm.tap(storm.people.slice(first, first + WAVE))));
    }
    await moving;
    const seconds = (performance.now() - startedAt) / 1_000;
    const { rows } = await client.query<{ placements: number }>(
      `select count(*)::integer as placements from citus_shards s
       where s.table_name = 'envelope'::regclass and s.nodename = $1`,
      [hostOf(added.url)],
    );
    await client.end();
    const after = await storm.tap();
    const faults = await storm.judge([...during, ...after]);
    const placements = rows[0]?.placements ?? 0;
    console.log(
      `storm while shards move: ${placements} shards of envelopes on a new worker after ${seconds.toFixed(1)} s; meanwhile ${countAnswers(during)}; then ${countAnswers(after)}`,
    );
    return [...faults, ...(placements > 0 ? [] : ["no shard was moved"])];
  } finally {
    await storm.stop();
  }
}
