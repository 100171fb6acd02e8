import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { findRoundFrom, QUICKNET, timeOfRound } from "#domain/draw/beacon.ts";
import { drawTogether } from "#domain/draw/drawTogether.ts";
import { pause } from "#server/pause.ts";
import { enterAll, openDraw, settle as settleDraw, SIGNATURE } from "#tests/support/draws.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { createSeededBytes } from "#tests/support/seededBytes.ts";
import { addWithSender } from "#tests/support/story.ts";
import { enterDraw } from "./enterDraw.ts";
import { readEntry } from "./entry.ts";
import { enterDraws } from "#server/db/citus/draws.ts";

const WINDOW_S = 15;
const PEOPLE = Array.from({ length: 30 }, (_, index) => BigInt(index + 2));

const { app, database } = await openAppOfFile("draws");

beforeAll(() => addWithSender(app, [1n, ...PEOPLE]));

const open = (count: number) => openDraw(app, 1n, { count });
const enter = (envelopeId: string, people: readonly bigint[], newestRound?: number) =>
  enterAll(app, envelopeId, people, newestRound);
const settle = (envelopeId: string, round: number, signature?: Uint8Array | null) =>
  settleDraw(app, envelopeId, round, signature);
const readEntries = (envelopeId: string) =>
  database.kysely.selectFrom("entry").selectAll().where("envelope_id", "=", envelopeId).orderBy("place").execute();
const readClaims = (envelopeId: string) =>
  database.kysely.selectFrom("claim").selectAll().where("envelope_id", "=", envelopeId).orderBy("number").execute();
const readEnvelope = (envelopeId: string) =>
  database.kysely.selectFrom("envelope").selectAll().where("envelope_id", "=", envelopeId).executeTakeFirstOrThrow();
const hashStart = ({ commitment, count }: Awaited<ReturnType<typeof readEnvelope>>) =>
  createHash("sha256")
    .update(commitment ?? "", "hex")
    .update(`shares:${String(count)}`)
    .digest();
const readWindows = (envelopeId: string) =>
  database.kysely
    .selectFrom("draw_window")
    .selectAll()
    .where("envelope_id", "=", envelopeId)
    .orderBy("round")
    .execute();

async function readRounds(envelopeId: string): Promise<number[]> {
  return (await readWindows(envelopeId)).map(({ round }) => Number(round));
}

it("tells at once what is stored of an entry, also beside others, who are in already or too late", async () => {
  const [first, second] = [await open(3), await open(2)];
  const over = await open(1);
  await enter(over, [9n]);
  await settle(over, (await readRounds(over))[0] ?? 0);
  await enter(first, PEOPLE.slice(0, 2));
  app.clock.advance(2_500);
  const asks = [first, second, over].flatMap((envelopeId) =>
    PEOPLE.slice(0, 5).map((tgUserId) => ({ envelopeId, tgUserId })),
  );
  const answers = await Promise.all(
    asks.map(({ envelopeId, tgUserId }) => {
      const entryId = `${envelopeId}-${String(tgUserId)}`;
      return enterDraw(database, {
        envelopeId,
        tgUserId,
        entryId,
        at: app.clock.now(),
        chain: QUICKNET,
        newestRound: 0,
      });
    }),
  );
  const outcomes = answers.map(({ outcome }) => outcome);
  const entered = (times: number) => Array.from({ length: times }, () => "entered");
  expect(outcomes.slice(0, 5)).toEqual(["alreadyEntered", "alreadyEntered", ...entered(3)]);
  expect(outcomes.slice(5)).toEqual([...entered(5), ...Array.from({ length: 5 }, () => "soldOut")]);
  const stored = await Promise.all(asks.map((ask) => readEntry(database, ask)));
  expect(answers.map(({ entry }) => entry)).toEqual(
    stored.map((entry, index) => (outcomes[index] === "entered" ? entry : null)),
  );
  expect(stored.slice(0, 5).map((entry) => entry?.previous_head)).toEqual([
    hashStart(await readEnvelope(first)).toString("hex"),
    ...stored.slice(0, 4).map((entry) => entry?.head),
  ]);
});

it("the first entry fixes the window's end and its round; who is in stays in, once", async () => {
  const envelopeId = await open(3);
  const closesAt = new Date(app.clock.now().getTime() + WINDOW_S * 1_000);
  expect(await enter(envelopeId, [2n, 3n, 2n])).toEqual(["entered", "entered", "alreadyEntered"]);
  app.clock.advance(WINDOW_S * 1_000 - 1);
  expect(await enter(envelopeId, [3n, 4n, 5n, 6n])).toEqual(["alreadyEntered", "entered", "entered", "entered"]);
  const round = findRoundFrom(QUICKNET, new Date(closesAt.getTime() + 1_000));
  expect(await readRounds(envelopeId)).toEqual([round]);
  expect(await readEnvelope(envelopeId)).toMatchObject({ entry_count: 5, closes_at: closesAt, claimed_count: 0 });
  app.clock.advance(1);
  expect(await enter(envelopeId, [7n, 2n])).toEqual(["soldOut", "alreadyEntered"]);
});

it("as many enter as there is room for, and a double tap is answered as its twin", async () => {
  const envelopeId = await open(3);
  const enterTogether = async (tgUserIds: readonly bigint[]) => {
    const rows = await enterDraws(database, {
      envelopeIds: tgUserIds.map(() => envelopeId),
      tgUserIds,
      entryIds: tgUserIds.map((tgUserId, index) => `${String(tgUserId)}-${String(index)}`),
      readTime: () => app.clock.now(),
      genesisS: QUICKNET.genesisS,
      periodS: QUICKNET.periodS,
      mostEntries: 4,
    });
    const outcomes = new Map(rows.flatMap(({ asks, outcome }) => asks.map((ask) => [ask, outcome] as const)));
    return tgUserIds.map((_, index) => outcomes.get(index + 1));
  };
  expect(await enterTogether([6n, 5n, 6n])).toEqual(["entered", "entered", "alreadyEntered"]);
  const twins = await enterTogether([9n, 8n, 5n, 9n, 7n, 7n, 8n]);
  const [known, late] = ["alreadyEntered", "soldOut"];
  expect(twins).toEqual(["entered", "entered", known, known, late, late, known]);
  expect(await enterTogether([2n, 9n])).toEqual([late, known]);
  const entries = await readEntries(envelopeId);
  expect(entries.map(({ entry_id: entryId, place }) => [entryId, place])).toEqual([
    ["6-0", 1],
    ["5-1", 2],
    ["9-0", 3],
    ["8-1", 4],
  ]);
  expect((await readWindows(envelopeId)).map(({ entries: count }) => count)).toEqual([4]);
});

it("heads chain all entries of an envelope, from its commitment and number of shares on, over windows too", async () => {
  const envelopeId = await open(5);
  await enter(envelopeId, [2n, 3n]);
  app.clock.advance(WINDOW_S * 1_000);
  await enter(envelopeId, [4n]);
  let head = hashStart(await readEnvelope(envelopeId));
  for (const entry of await readEntries(envelopeId)) {
    const text = `${String(entry.round)}:${String(entry.place)}:${entry.entry_id}`;
    head = createHash("sha256").update(head).update(text).digest();
    expect(entry.head).toEqual(head);
  }
  const windows = await readWindows(envelopeId);
  expect(windows.map(({ entries }) => entries)).toEqual([2, 1]);
  expect(windows.at(-1)?.head).toEqual(head);
});

it("nobody enters a window whose round is known, however slow the clock, nor one that was closed", async () => {
  const envelopeId = await open(4);
  await enter(envelopeId, [2n]);
  const [round = 0] = await readRounds(envelopeId);
  expect(await enter(envelopeId, [3n], round)).toEqual(["entered"]);
  const [, next = 0] = await readRounds(envelopeId);
  // The second window lasts as long from the time of the round that is known.
  expect(next).toBe(findRoundFrom(QUICKNET, new Date(timeOfRound(QUICKNET, round).getTime() + (WINDOW_S + 1) * 1_000)));
  const close = database.kysely.updateTable("draw_window").set({ closed_at: app.clock.now() });
  await close.where("envelope_id", "=", envelopeId).execute();
  expect(await enter(envelopeId, [4n], round)).toEqual(["entered"]);
  expect(await readRounds(envelopeId)).toEqual([round, next, next + 1]);
});

it("who has waited for the envelope enters when it was free, not when it was asked for", async () => {
  const envelopeId = await open(4);
  await enter(envelopeId, [2n]);
  app.clock.advance(WINDOW_S * 1_000 - 200);
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("select from envelope where envelope_id = $1 for update", [envelopeId]);
  const entering = enter(envelopeId, [3n]);
  await pause(1_200, new AbortController().signal);
  await holder.query("commit");
  holder.release();
  expect(await entering).toEqual(["entered"]);
  const windows = await readWindows(envelopeId);
  expect(windows.map(({ entries }) => entries)).toEqual([1, 1]);
  expect(windows[1]?.opened_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 600);
  // Receipts and evidence tell milliseconds: the round has to follow from them.
  const finer = sql`select from draw_window where closes_at <> date_trunc('milliseconds', closes_at)`;
  expect((await finer.execute(database.kysely)).rows).toEqual([]);
});

it("who has waited for others to enter comes so much later, too", async () => {
  // A random id chooses the lane of batches: of so many, some are in that of the envelope below.
  const busy: string[] = [];
  while (busy.length < 24) busy.push(await open(4));
  const envelopeId = await open(4);
  await enter(envelopeId, [2n]);
  app.clock.advance(WINDOW_S * 1_000 - 200);
  const holder = await database.pool.connect();
  await holder.query("begin");
  // One by one: where the database is sharded, a lock is of one shard.
  for (const id of busy) await holder.query("select from envelope where envelope_id = $1 for update", [id]);
  const first = Promise.all(busy.map((other) => enter(other, [3n])));
  await pause(100, new AbortController().signal);
  const entering = enter(envelopeId, [3n]);
  await pause(1_200, new AbortController().signal);
  await holder.query("commit");
  holder.release();
  await first;
  expect(await entering).toEqual(["entered"]);
  expect((await readWindows(envelopeId)).map(({ entries }) => entries)).toEqual([1, 1]);
});

it("who has waited for a connection comes so much later, too", async () => {
  const envelopeId = await open(4);
  await enter(envelopeId, [2n]);
  app.clock.advance(WINDOW_S * 1_000 - 200);
  const { pool } = database;
  const holders = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const entering = enter(envelopeId, [3n]);
  await pause(1_200, new AbortController().signal);
  for (const holder of holders) holder.release();
  expect(await entering).toEqual(["entered"]);
  expect((await readWindows(envelopeId)).map(({ entries }) => entries)).toEqual([1, 1]);
});

it("a window ends with its envelope, after which nobody enters", async () => {
  const envelopeId = await open(4);
  const { expires_at: expiresAt } = await readEnvelope(envelopeId);
  app.clock.advance(86_400_000 - 5_000);
  await enter(envelopeId, [2n]);
  expect(await readWindows(envelopeId)).toMatchObject([{ closes_at: expiresAt }]);
  app.clock.advance(5_000);
  expect(await enter(envelopeId, [3n, 2n])).toEqual(["expired", "alreadyEntered"]);
});

it("the settlement gives what the rule says, once, and the books hold", async () => {
  const envelopeId = await open(4);
  await enter(envelopeId, PEOPLE.slice(0, 7));
  const [round = 0] = await readRounds(envelopeId);
  app.clock.advance(20_000);
  const won = await Promise.all([settle(envelopeId, round), settle(envelopeId, round)]);
  expect(won.sort()).toEqual([0, 4]);
  expect(await settle(envelopeId, round)).toBe(0);
  const entries = await readEntries(envelopeId);
  const envelope = await readEnvelope(envelopeId);
  const entryIds = entries.map((entry) => entry.entry_id);
  const drawn = drawTogether(Buffer.from(envelope.commitment ?? "", "hex"), SIGNATURE, entryIds, [1, 2, 3, 4]);
  const claims = await readClaims(envelopeId);
  expect(claims.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(Object.fromEntries(claims.map((claim) => [claim.claim_id, claim.slot]))).toEqual(
    Object.fromEntries([...drawn].filter(([, slot]) => slot !== null)),
  );
  for (const entry of entries) expect(entry.status).toBe(drawn.get(entry.entry_id) === null ? "lost" : "won");
  expect(envelope).toMatchObject({ status: "finished", claimed_count: 4, claimed_base: 5n * 10n ** 16n });
  expect(await findBreaches(database)).toEqual([]);
});

it("with fewer entries than shares all get one, and the rest opens by another window, drawn after the first", async () => {
  const envelopeId = await open(3);
  await enter(envelopeId, [2n]);
  app.clock.advance(WINDOW_S * 1_000);
  expect(await enter(envelopeId, [3n, 4n, 5n])).toEqual(["entered", "entered", "entered"]);
  const [first = 0, second = 0] = await readRounds(envelopeId);
  expect(await settle(envelopeId, second)).toBe(0);
  expect(await settle(envelopeId, first)).toBe(1);
  expect((await readEnvelope(envelopeId)).status).toBe("open");
  expect(await settle(envelopeId, second)).toBe(2);
  const states = (await readEntries(envelopeId)).map(({ status }) => status);
  expect(states.sort()).toEqual(["lost", "won", "won", "won"]);
  expect(await findBreaches(database)).toEqual([]);
});

it("a silent beacon draws nothing", async () => {
  const envelopeId = await open(3);
  await enter(envelopeId, [2n, 3n]);
  const [round = 0] = await readRounds(envelopeId);
  expect(await settle(envelopeId, round, null)).toBe(0);
  expect(await settle(envelopeId, round)).toBe(0);
  expect((await readEntries(envelopeId)).map(({ status }) => status)).toEqual(["undrawn", "undrawn"]);
  expect(await readWindows(envelopeId)).toMatchObject([{ is_undrawn: true }]);
  expect(await readClaims(envelopeId)).toEqual([]);
});

it("SQL draws as TypeScript does, 50,000 times", async () => {
  const bytes = createSeededBytes(7);
  const draws = Array.from({ length: 50_000 }, (_, draw) => ({
    commitment: bytes(32),
    signature: bytes(48),
    entryIds: Array.from({ length: 1 + (draw % 4) }, (_, place) => `${String(draw)}-${String(place)}`),
    slots: Array.from({ length: 1 + (draw % 3) }, (_, slot) => slot + 1),
  }));
  const { rows } = await database.pool.query<{ draw: number; entry: string; slot: number | null }>(
    `select d.draw, e.item as entry, s.item::integer as slot
     from unnest($1::integer[], $2::bytea[], $3::text[], $4::text[]) as d (draw, start, entries, slots)
     cross join lateral (select sha256(d.start) as seed) h
     cross join lateral draw_order(h.seed, 'claim:', string_to_array(d.entries, ' ')) e
     left join lateral draw_order(h.seed, 'slot:', string_to_array(d.slots, ' ')) s on s.rank = e.rank`,
    [
      draws.map((_, draw) => draw),
      draws.map(({ commitment, signature }) => Buffer.concat([Buffer.from("hongbao.draw.1"), commitment, signature])),
      draws.map(({ entryIds }) => entryIds.join(" ")),
      draws.map(({ slots }) => slots.join(" ")),
    ],
  );
  const bySql = Map.groupBy(rows, ({ draw }) => draw);
  const differing = draws.filter(({ commitment, signature, entryIds, slots }, draw) => {
    const drawn = drawTogether(commitment, signature, entryIds, slots);
    const told = bySql.get(draw) ?? [];
    return told.length !== entryIds.length || told.some(({ entry, slot }) => drawn.get(entry) !== slot);
  });
  expect(differing).toEqual([]);
});

/** Settles an envelope with 5,000 entries; returns how long the settlement took. */
const timeSettlement = async (tag: string): Promise<number> => {
  const envelopeId = await open(30);
  await enter(envelopeId, [2n]);
  const [round = 0] = await readRounds(envelopeId);
  await database.pool.query(
    `insert into tg_user (tg_user_id, first_name, lang, created_at, updated_at)
     select 10000 + n, '', 'en', now(), now() from generate_series(1, 5000) n on conflict do nothing`,
  );
  await database.pool.query(
    `insert into entry (envelope_id, tg_user_id, entry_id, place, round, head, entered_at)
     select $1, 10000 + n, $3 || '-' || n, 1 + n, $2, '', now() from generate_series(1, 5000) n`,
    [envelopeId, round, tag],
  );
  await database.pool.query("analyze entry");
  const startedMs = performance.now();
  expect(await settle(envelopeId, round)).toBe(30);
  return performance.now() - startedMs;
};

it("5,000 entries settle within half a second", async () => {
  // On a busy machine one settlement may have waited for the processor: the quickest of five counts.
  let quickestMs = Infinity;
  for (let turn = 0; turn < 5 && quickestMs >= 500; turn++)
    quickestMs = Math.min(quickestMs, await timeSettlement(`many${turn}`));
  expect(quickestMs).toBeLessThan(500);
}, 30_000);
