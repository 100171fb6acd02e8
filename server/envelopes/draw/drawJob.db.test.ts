import { createServer, type Server } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { timeOfRound } from "#domain/draw/beacon.ts";
import { createBeaconKeys } from "#devnet/beacon/beaconKeys.ts";
import { createBeaconServer } from "#devnet/beacon/createBeaconServer.ts";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import type { Database } from "#server/db/database.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { enterAll, openDraw, readNewestRound } from "#tests/support/draws.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addWithSender, callAs } from "#tests/support/story.ts";
import { type TestApp, createTestApp } from "#tests/support/testApp.ts";
import { closeByNow } from "./closeDraws.ts";
import { drawJob } from "./drawJob.ts";
import { tellLateDraws } from "./tellLateDraws.ts";

const SENDER = 1n;
const keys = createBeaconKeys({ secretKey: new Uint8Array(32).fill(5), genesisS: 1_700_000_000, periodS: 3 });
const { chain } = keys;
let database: Database;
let app: TestApp;
let relay: Server;
let url = "";

beforeAll(async () => {
  relay = createBeaconServer(keys, () => app.clock.now().getTime());
  url = `http://127.0.0.1:${await listenLocally(relay, 0)}`;
});
afterAll(() => {
  relay.closeAllConnections();
  relay.close();
});
beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "draw job");
  app = { ...app, config: { ...app.config, beacon: { chain, urls: [url] } } };
  await addWithSender(app, [SENDER, 2n, 3n, 4n, 5n]);
  await behave({ lateMs: 0 });
  return () => database.close();
});

const behave = (behaviour: object) =>
  fetch(`${url}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
const run = async () => {
  await drawJob.run(app, AbortSignal.abort());
  await drawJob.run(app, new AbortController().signal);
};

/** An envelope whose shares are drawn for all; these people enter its first window. */
async function open(count: number, people: readonly bigint[]) {
  const envelopeId = await openDraw(app, SENDER, { count });
  await enter(envelopeId, people);
  const round = await readNewestRound(app, envelopeId);
  return { envelopeId, round, spokenAt: timeOfRound(chain, round) };
}

const enter = (envelopeId: string, people: readonly bigint[]) => enterAll(app, envelopeId, people);
const readStates = async (envelopeId: string) => {
  const entries = database.kysely.selectFrom("entry").select("status").where("envelope_id", "=", envelopeId);
  return (await entries.execute()).map(({ status }) => status).sort();
};
const readEnvelope = (envelopeId: string) =>
  database.kysely.selectFrom("envelope").selectAll().where("envelope_id", "=", envelopeId).executeTakeFirstOrThrow();
const advanceTo = (time: Date) => app.clock.advance(time.getTime() - app.clock.now().getTime());

/** On a busy machine a relay can be slower than the job waits for it; what it tells is there for the next run. */
async function runUntilDrawn(envelopeId: string): Promise<void> {
  const read = async () => {
    await run();
    return readStates(envelopeId);
  };
  await expect.poll(read, { timeout: 20_000 }).not.toContain("waiting");
}

it("draws once the round is spoken, and not before", async () => {
  const { envelopeId, spokenAt } = await open(3, [2n, 3n, 4n, 5n]);
  advanceTo(new Date(spokenAt.getTime() - 1));
  await run();
  expect(await readStates(envelopeId)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
  expect(await enter(envelopeId, [SENDER])).toEqual(["soldOut"]);
  app.clock.advance(1);
  await runUntilDrawn(envelopeId);
  expect(await readStates(envelopeId)).toEqual(["lost", "won", "won", "won"]);
  expect((await readEnvelope(envelopeId)).status).toBe("finished");
  expect(await findBreaches(database)).toEqual([]);
});

it("closes and draws others while somebody holds an envelope", async () => {
  const opened = [await open(3, [2n]), await open(3, [3n]), await open(3, [4n])];
  const [held = "", ...others] = opened.map(({ envelopeId }) => envelopeId).sort();
  const { spokenAt, round } = opened[0] ?? { spokenAt: new Date(), round: 0 };
  const signature = Buffer.from(keys.sign(round), "hex");
  const stored = { round: BigInt(round), signature, verified_at: app.clock.now() };
  await database.kysely.insertInto("beacon_round").values(stored).execute();
  const readAll = <Found>(read: (envelopeId: string) => Promise<Found>) => Promise.all(others.map(read));
  const readClosed = async (envelopeId: string) => {
    const windows = database.kysely.selectFrom("draw_window").select("closed_at");
    return (await windows.where("envelope_id", "=", envelopeId).executeTakeFirstOrThrow()).closed_at !== null;
  };
  /** While the first of them is held. */
  const runUntil = async (work: () => Promise<unknown>, isDone: () => Promise<boolean>) => {
    let running: Promise<unknown> | undefined;
    await database.kysely.transaction().execute(async (trx) => {
      await trx.selectFrom("envelope").select("status").where("envelope_id", "=", held).forUpdate().execute();
      running = work();
      await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
    });
    await running;
  };

  advanceTo(new Date(spokenAt.getTime() - 1_000));
  await runUntil(
    () => closeByNow(app),
    async () => (await readAll(readClosed)).every((isClosed) => isClosed),
  );
  expect(await readClosed(held)).toBe(true);
  advanceTo(spokenAt);
  await runUntil(run, async () => (await readAll(readStates)).every(([state]) => state === "won"));
  expect(await readStates(held)).toEqual(["won"]);
});

it("waits for a late round, and takes no word of a liar", async () => {
  const { envelopeId, spokenAt } = await open(3, [2n, 3n]);
  advanceTo(spokenAt);
  await behave({ isLying: true });
  await run();
  await behave({ isLying: false, lateMs: 10_000 });
  await run();
  expect(await readStates(envelopeId)).toEqual(["waiting", "waiting"]);
  app.clock.advance(10_000);
  await runUntilDrawn(envelopeId);
  expect(await readStates(envelopeId)).toEqual(["won", "won"]);
});

const readLetters = async () => {
  const letters = database.kysely
    .selectFrom("letter")
    .select(["taker", "kind", "payload"])
    .where("kind", "like", "draw%");
  return (await letters.execute()).sort((left, right) => left.taker.localeCompare(right.taker));
};
const tell = () => tellLateDraws.run(app, new AbortController().signal);

it("tells who waited for a late round how it ended, and nobody of one in time, however late it is told", async () => {
  const inTime = await open(3, [2n, 3n]);
  advanceTo(new Date(inTime.spokenAt.getTime() + 10_000));
  await run();
  app.clock.advance(60_000);
  await tell();
  expect(await readLetters()).toEqual([]);

  const late = await open(2, [2n, 3n, 4n]);
  advanceTo(new Date(late.spokenAt.getTime() + 10_001));
  await run();
  await tell();
  const letters = await readLetters();
  expect(letters.map(({ kind }) => kind).sort()).toEqual(["drawLost", "drawWon", "drawWon"]);
  expect(letters.map(({ taker }) => taker)).toEqual(["2", "3", "4"]);
  const lost = letters.find(({ kind }) => kind === "drawLost");
  expect(lost?.payload).toEqual({ envelopeId: late.envelopeId, entries: "3" });
});

it("another process tells what one has only settled, once, also after the letters are gone", async () => {
  const { spokenAt } = await open(2, [2n, 3n]);
  advanceTo(new Date(spokenAt.getTime() + 10_001));
  await run();
  await sql`alter table letter add constraint refusing check (kind not like 'draw%')`.execute(database.kysely);
  await tell();
  await sql`alter table letter drop constraint refusing`.execute(database.kysely);
  expect(await readLetters()).toEqual([]);
  app.clock.advance(60_000);
  await Promise.all([tell(), tell()]);
  expect((await readLetters()).map(({ taker }) => taker)).toEqual(["2", "3"]);
  await database.kysely.deleteFrom("letter").where("kind", "like", "draw%").execute();
  await tell();
  expect(await readLetters()).toEqual([]);
});

it("ends later draws with one that ends undrawn, and tells all who waited", async () => {
  const { envelopeId, spokenAt } = await open(4, [2n]);
  app.clock.advance(15_000);
  expect(await enter(envelopeId, [3n])).toEqual(["entered"]);
  await behave({ lateMs: null });
  advanceTo(new Date(spokenAt.getTime() + 86_400_000));
  await run();
  expect(await readStates(envelopeId)).toEqual(["undrawn", "undrawn"]);
  await tell();
  expect((await readLetters()).map(({ kind, taker }) => [kind, taker])).toEqual([
    ["drawUndrawn", "2"],
    ["drawUndrawn", "3"],
  ]);
});

it("takes no cut line for silence, but for a week", async () => {
  const { envelopeId, spokenAt } = await open(3, [2n, 3n]);
  const cut = ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"];
  const useRelays = (...urls: readonly string[]) =>
    (app = { ...app, config: { ...app.config, beacon: { chain, urls } } });
  // It was away for a day, and its line is not there yet. One relay in three tells what it wants.
  await behave({ lateMs: null });
  advanceTo(new Date(spokenAt.getTime() + 86_400_000));
  for (const urls of [cut, [...cut, url]]) {
    useRelays(...urls);
    app.clock.advance(60_000);
    await run();
    expect(await readStates(envelopeId)).toEqual(["waiting", "waiting"]);
  }
  useRelays(...cut, url, `${url}/other`, `${url}/third`);
  app.clock.advance(60_000);
  await run();
  expect(await readStates(envelopeId)).toEqual(["undrawn", "undrawn"]);

  const unheard = await open(3, [4n]);
  useRelays(...cut);
  advanceTo(new Date(unheard.spokenAt.getTime() + 7 * 86_400_000 - 120_000));
  await run();
  expect(await readStates(unheard.envelopeId)).toEqual(["waiting"]);
  app.clock.advance(120_000);
  await run();
  expect(await readStates(unheard.envelopeId)).toEqual(["undrawn"]);
});

it("waits for no relay that hangs, and takes what it tells in the end", async () => {
  const answers: (() => void)[] = [];
  const slow = createServer((request, response) => {
    const round = Number(request.url?.split("/").at(-1));
    answers.push(() => response.end(JSON.stringify({ round, signature: keys.sign(round) })));
  });
  const slowUrl = `http://127.0.0.1:${await listenLocally(slow, 0)}`;
  app = { ...app, config: { ...app.config, beacon: { chain, urls: [`${url}/away`, slowUrl] } } };
  const { envelopeId, spokenAt } = await open(3, [2n]);
  advanceTo(spokenAt);
  await run();
  app.clock.advance(500);
  await run();
  // The first question is still open.
  expect(answers.length).toBeGreaterThan(1);
  expect(await readStates(envelopeId)).toEqual(["waiting"]);
  answers[0]?.();
  await expect
    .poll(async () => {
      await run();
      return readStates(envelopeId);
    })
    .toEqual(["won"]);
  slow.closeAllConnections();
  slow.close();
});

it("asks for a late round less and less often, and for no later one with it", async () => {
  const { spokenAt } = await open(3, [2n]);
  // A relay that knows nothing of the chain, and says so at once.
  app = { ...app, config: { ...app.config, beacon: { chain, urls: [`${url}/away`] } } };
  let asked = 0;
  relay.on("request", () => (asked += 1));
  const askFor = async (seconds: number) => {
    asked = 0;
    for (let half = 0; half < seconds * 2; half += 1) {
      await drawJob.run(app, new AbortController().signal);
      app.clock.advance(500);
    }
    return asked;
  };
  advanceTo(spokenAt);
  // Each time for the round, and for the newest: twice a second at first, as most rounds are late by less than that.
  expect(await askFor(2)).toBe(8);
  expect(await askFor(4)).toBe(8);
  expect(await askFor(6)).toBe(6);
  advanceTo(new Date(spokenAt.getTime() + 40_000));
  expect(await askFor(12)).toBe(4);
  app.clock.advance(3_600_000);
  await open(3, [3n]);
  expect(await askFor(15)).toBe(2);
  app.clock.advance(60_000);
  expect(await askFor(0.5)).toBe(2);
});

it("expiry and refund wait for the round; the rest goes back after it", async () => {
  const { envelopeId, spokenAt } = await open(3, [2n]);
  const { expires_at: expiresAt } = await readEnvelope(envelopeId);
  await behave({ lateMs: null });
  advanceTo(new Date(Number(expiresAt)));
  await run();
  await refundJob.run(app, AbortSignal.abort());
  expect((await readEnvelope(envelopeId)).status).toBe("open");
  await behave({ lateMs: 0 });
  expect(app.clock.now() > spokenAt).toBe(true);
  // So late a round is asked for once a minute.
  app.clock.advance(60_000);
  await run();
  await refundJob.run(app, AbortSignal.abort());
  expect(await readEnvelope(envelopeId)).toMatchObject({ status: "refunded", claimed_count: 1 });
  expect(await findBreaches(database)).toEqual([]);
});

it("its sender ends it at once: nobody enters, and the rest comes back after the draw", async () => {
  const { envelopeId, spokenAt } = await open(3, [2n]);
  app.clock.advance(600_000);
  await enter(envelopeId, [3n]);
  const { envelope } = await callAs(app, closeEnvelope, SENDER, { body: { envelopeId } });
  expect(envelope).toMatchObject({ status: "open", isEndedBySender: true });
  expect(await enter(envelopeId, [4n])).toEqual(["expired"]);
  expect(app.clock.now() > spokenAt).toBe(true);
  app.clock.advance(20_000);
  await run();
  await refundJob.run(app, AbortSignal.abort());
  expect(await readEnvelope(envelopeId)).toMatchObject({ status: "refunded", claimed_count: 2 });
  const { envelope: ended } = await callAs(app, closeEnvelope, SENDER, { body: { envelopeId } });
  expect(ended).toMatchObject({ status: "refunded", isEndedBySender: true });
  expect(await findBreaches(database)).toEqual([]);
});

it("after a day of silence it ends undrawn, and all goes back; any later round keeps it waiting", async () => {
  const heard = await open(3, [2n]);
  advanceTo(new Date(heard.spokenAt.getTime() + 86_400_000));
  await behave({ lateMs: 80_000_000 });
  await run();
  expect(await readStates(heard.envelopeId)).toEqual(["won"]);

  const silent = await open(3, [3n, 4n]);
  await behave({ lateMs: null });
  advanceTo(new Date(silent.spokenAt.getTime() + 86_400_000 - 1));
  await run();
  expect(await readStates(silent.envelopeId)).toEqual(["waiting", "waiting"]);
  app.clock.advance(1);
  await run();
  await refundJob.run(app, AbortSignal.abort());
  expect(await readStates(silent.envelopeId)).toEqual(["undrawn", "undrawn"]);
  expect(await readEnvelope(silent.envelopeId)).toMatchObject({ status: "refunded", claimed_count: 0 });
  expect(await findBreaches(database)).toEqual([]);
});
