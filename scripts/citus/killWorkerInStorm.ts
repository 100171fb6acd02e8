import { setTimeout as wait } from "node:timers/promises";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
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

const PEOPLE = 500;
const TAPS = 4;
const ENVELOPES = 20;
const SHARES = 100;
const KILL_AFTER_MS = 300;
const AWAY_MS = 3_000;
const SETTLE_MS = 30_000;

interface Tap {
  tgUserId: bigint;
  envelopeId: string;
  reply: ClaimReply;
}

/** 2,000 taps on 20 envelopes through two processes, while a worker dies and comes back. Answers what was wrong. */
export async function killWorkerInStorm(workers: readonly CitusNode[]): Promise<string[]> {
  const [victim] = workers;
  if (victim === undefined) throw new Error("a cluster needs workers");
  const test = await createTestDatabase();
  const botApi = await startQuietBotApi();
  const settings = { ...test.environment, BOT_API_URL: botApi.url, LOG_LEVEL: "silent" };
  const scene = await prepareClaimScene(test, { people: PEOPLE, envelopes: ENVELOPES, shares: SHARES });
  const servers = [await startServerProcess(settings), await startServerProcess(settings)];
  const database = await openDatabase(test.location, { logger: silentLogger });
  try {
    const urls = servers.map(({ url }) => url);
    const storm = tapAll(scene, urls);
    await wait(KILL_AFTER_MS);
    await victim.kill();
    const first = await storm;
    const [loginStatus, started] = await Promise.all([
      askLanguage(urls[0] ?? "", scene),
      startLate(settings),
      wait(AWAY_MS),
    ]);
    if (started !== null) servers.push(started);
    await victim.start();
    const stored = await countClaims(database);
    const second = await tapAll(scene, urls);
    const breaches = await waitForSoundBooks(database);
    console.log(
      `storm with a killed worker: first ${describe(first)}; ${stored} claims stored; then ${describe(second)}; a session read while it was away: ${loginStatus}; a server ${started === null ? "did not start" : "started"} meanwhile`,
    );
    return [
      ...breaches,
      ...(await findLies(database, [...first, ...second])),
      ...(loginStatus === 200 ? [] : ["no session was read"]),
      ...(started === null ? ["no server started while a worker was away"] : []),
    ];
  } finally {
    await database.close();
    for (const server of servers) await server.stop();
    await botApi.stop();
    await test.remove();
  }
}

function tapAll({ people, envelopes }: ClaimScene, urls: readonly string[]): Promise<Tap[]> {
  const taps = people.flatMap(({ tgUserId, token }, index) =>
    Array.from({ length: TAPS }, async (_, tap): Promise<Tap[]> => {
      const envelope = envelopes[(index * TAPS + tap) % envelopes.length];
      if (envelope === undefined) return [];
      const reply = await claimOverHttp({ url: urls[(index + tap) % urls.length] ?? "", token, ...envelope });
      return [{ tgUserId, envelopeId: envelope.envelopeId, reply }];
    }),
  );
  return Promise.all(taps).then((all) => all.flat());
}

/** A server that starts while a worker is away; null where it does not. */
function startLate(settings: Readonly<Record<string, string>>): Promise<ServerProcess | null> {
  return startServerProcess(settings).catch((error: unknown) => {
    console.error(error);
    return null;
  });
}

async function askLanguage(url: string, { people }: ClaimScene): Promise<number> {
  const response = await fetch(`${url}/api/v1/user/lang`, {
    headers: { authorization: `Bearer ${people[0]?.token ?? ""}` },
  });
  return response.status;
}

/** Jobs credit what a process could not. */
async function waitForSoundBooks(database: Database): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ;) {
    const breaches = await findBreaches(database);
    if (breaches.length === 0 || Date.now() > deadline) return breaches;
    await wait(500);
  }
}

async function countClaims({ kysely }: Database): Promise<number> {
  return (await kysely.selectFrom("claim").select("claim_id").execute()).length;
}

/** Every answer that gave a share must be stored, and nobody may be refused in another way than for a while. */
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

function describe(taps: readonly Tap[]): string {
  const kinds = Map.groupBy(taps, ({ reply }) => `${reply.status}${reply.alreadyClaimed === true ? " again" : ""}`);
  return [...kinds].map(([kind, some]) => `${some.length} × ${kind}`).join(", ");
}
