import { setTimeout as wait } from "node:timers/promises";
import { parseDecimal } from "#domain/money/amount.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { type ClaimReply, claimOverHttp } from "#tests/support/claimOverHttp.ts";
import { type ClaimScene, prepareClaimScene } from "#tests/support/claimScene.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import type { CitusNode } from "./startCitusNode.ts";
import pg from "pg";
import { addCitusWorker, hostOf } from "#tests/support/citusDatabase.ts";

const PEOPLE = 500;
const TAPS = 4;
const ENVELOPES = 20;
const SHARES = 100;
const SETTLE_MS = 30_000;

interface Tap {
  tgUserId: bigint;
  envelopeId: string;
  reply: ClaimReply;
}

interface Storm {
  database: Database;
  databaseUrl: string;
  people: ClaimScene["people"];
  /** The addresses of the servers. */
  urls: readonly string[];
  /** Each of these people taps at four envelopes. */
  tap: (people?: ClaimScene["people"], urls?: readonly string[]) => Promise<Tap[]>;
  /** Starts one more server; null where it does not start. */
  startServer: (change?: Readonly<Record<string, string>>) => Promise<ServerProcess | null>;
  stopServers: () => Promise<void>;
  /** What is wrong with the answers and the books, once jobs have credited what a process could not; then the logs. */
  judge: (taps: readonly Tap[]) => Promise<string[]>;
  stop: () => Promise<void>;
}

/** People with sessions and 20 envelopes of 100 shares on Citus, behind two processes. */
export async function openStorm(): Promise<Storm> {
  const test = await createTestDatabase();
  if (!("databaseUrl" in test.location)) throw new Error("a storm on Citus needs a server");
  const botApi = await startQuietBotApi();
  const settings = { ...test.environment, BOT_API_URL: botApi.url, LOG_LEVEL: "error" };
  const scene = await prepareClaimScene(test, { people: PEOPLE, envelopes: ENVELOPES, shares: SHARES });
  const servers = [await startServerProcess(settings), await startServerProcess(settings)];
  const database = await openDatabase(test.location, { logger: silentLogger });
  const urls = servers.map(({ url }) => url);
  const stopServers = async () => {
    for (const server of servers.splice(0)) await server.stop();
  };
  return {
    database,
    databaseUrl: test.location.databaseUrl,
    people: scene.people,
    urls,
    tap: (people = scene.people, at = urls) => tapAll({ ...scene, people }, at),
    async startServer(change = {}) {
      try {
        const server = await startServerProcess({ ...settings, ...change });
        servers.push(server);
        return server;
      } catch (error) {
        console.error(error);
        return null;
      }
    },
    async judge(taps) {
      const faults = [...(await waitForSoundBooks(database)), ...(await findLies(database, taps))];
      return faults.length === 0 ? [] : [...faults, ...servers.map(({ readOutput }) => readOutput())];
    },
    stopServers,
    async stop() {
      await database.close();
      await stopServers();
      await botApi.stop();
      await test.remove();
    },
  };
}

function tapAll({ people, envelopes }: ClaimScene, urls: readonly string[]): Promise<Tap[]> {
  const taps = people.flatMap(({ tgUserId, token }) =>
    Array.from({ length: TAPS }, async (_, tap): Promise<Tap[]> => {
      const number = Number(tgUserId) * TAPS + tap;
      const envelope = envelopes[number % envelopes.length];
      if (envelope === undefined) return [];
      const reply = await claimOverHttp({ url: urls[number % urls.length] ?? "", token, ...envelope });
      return [{ tgUserId, envelopeId: envelope.envelopeId, reply }];
    }),
  );
  return Promise.all(taps).then((all) => all.flat());
}

async function waitForSoundBooks(database: Database): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ;) {
    const breaches = await findBreaches(database);
    if (breaches.length === 0 || Date.now() > deadline) return breaches;
    await wait(500);
  }
}

/** A share that was told must be stored. The only refusal allowed is 503, after which people try again. */
async function findLies({ kysely }: Database, taps: readonly Tap[]): Promise<string[]> {
  const claims = await kysely.selectFrom("claim").selectAll().execute();
  const rows = new Map(claims.map((row) => [`${row.envelope_id} ${row.tg_user_id}`, row]));
  return taps.flatMap(({ tgUserId, envelopeId, reply }) => {
    if (reply.status === 503) return [];
    const row = rows.get(`${envelopeId} ${tgUserId}`);
    const isTrue =
      reply.status === 200 &&
      row?.claim_id === reply.claimId &&
      row.amount_base === parseDecimal(reply.amount ?? "", 18);
    return isTrue ? [] : [`${tgUserId} at ${envelopeId} got ${reply.status} ${reply.error ?? ""}`];
  });
}

/** How many answers of each kind. */
export function countAnswers(taps: readonly Tap[]): string {
  const kinds = Map.groupBy(taps, ({ reply }) => `${reply.status}${reply.alreadyClaimed === true ? " again" : ""}`);
  return [...kinds].map(([kind, some]) => `${some.length} × ${kind}`).join(", ");
}

const KILL_AFTER_MS = 300;
const AWAY_MS = 3_000;

/** 2,000 taps, while a worker dies and comes back. Answers what was wrong. */
export async function killWorkerInStorm(victim: CitusNode): Promise<string[]> {
  const storm = await openStorm();
  try {
    const tapping = storm.tap();
    await wait(KILL_AFTER_MS);
    await victim.kill();
    const first = await tapping;
    const [session, started] = await Promise.all([
      fetch(`${storm.urls[0] ?? ""}/api/v1/user/lang`, {
        headers: { authorization: `Bearer ${storm.people[0]?.token ?? ""}` },
      }),
      storm.startServer(),
      wait(AWAY_MS),
    ]);
    await victim.start();
    const second = await storm.tap();
    const faults = await storm.judge([...first, ...second]);
    console.log(
      `storm with a killed worker: first ${countAnswers(first)}; then ${countAnswers(second)}; a session read while it was away: ${session.status}; a server ${started === null ? "did not start" : "started"} meanwhile`,
    );
    return [
      ...faults,
      ...(session.status === 200 ? [] : ["no session was read"]),
      ...(started === null ? ["no server started while a worker was away"] : []),
    ];
  } finally {
    await storm.stop();
  }
}

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

const HELD_MS = 2_000;

/** 2,000 taps while a move of a shard is done and not committed: they must wait for it. Answers what was wrong. */
export async function holdMoveInStorm(): Promise<string[]> {
  const storm = await openStorm();
  const client = new pg.Client({ connectionString: storm.databaseUrl });
  try {
    await client.connect();
    await client.query("begin");
    const { rowCount } = await client.query(
      `select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'block_writes')
       from citus_shards s join pg_dist_node n on n.groupid <> 0 and n.nodename <> s.nodename
       where s.table_name = 'envelope'::regclass order by s.shardid limit 1`,
    );
    const tapping = storm.tap();
    await wait(HELD_MS);
    await client.query("commit");
    const taps = await tapping;
    console.log(`storm while a move is held: ${countAnswers(taps)}`);
    return [...(await storm.judge(taps)), ...(rowCount === 1 ? [] : ["no shard was moved"])];
  } finally {
    await client.end();
    await storm.stop();
  }
}
