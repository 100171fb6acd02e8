import { beforeAll, expect, it } from "vitest";
import { forgetPerson } from "#server/accounts/forgetPerson.ts";
import { renameRows } from "#server/accounts/renameRows.ts";
import { getUserInfo, updateUser } from "#server/accounts/users.ts";
import { coinPrice } from "#server/prices/prices.ts";
import { moveChat } from "#server/messenger/moveChat.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addUsers, addressOf, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { sumEnded } from "./sumEnded.ts";
import { getGroupRanking } from "#server/messenger/chatCalls.ts";
import { getUserRanking } from "./rankings.ts";

const DAY_MS = 86_400_000;
const [ANNA, BELA, CORA, DORA, EMIL, GINA] = [1n, 2n, 3n, 4n, 5n, 6n] as const;
const LUNCH = -1001n;
const { app, database } = await openAppOfFile("rankings");

beforeAll(async () => {
  await addUsers(app, [ANNA, BELA, CORA, DORA, EMIL, GINA]);
  for (const person of [ANNA, BELA, GINA]) {
    await bindWallet(app, person);
    app.world.balances.set(addressOf(person), 10n ** 21n);
  }
  await database.kysely
    .insertInto("chat")
    .values({ chat_id: LUNCH, title: "Friday lunch", is_bot_member: true, updated_at: app.clock.now() })
    .execute();
  await database.kysely
    .insertInto("chat_link")
    .values({ tg_user_id: ANNA, chat_id: LUNCH, linked_at: app.clock.now() })
    .execute();
  app.world.members.add(`${LUNCH}:${ANNA}`);
});

type Period = "week" | "all";
const rankUsers = (person: bigint, period: Period = "all") =>
  callAs(app, getUserRanking, person, { query: { period } });
const rankGroups = (person: bigint, period: Period = "all") =>
  callAs(app, getGroupRanking, person, { query: { period } });
const place = (rank: number, name: string, valueUsdt: string) => ({ rank, name, url: null, valueUsdt });

/** Sends an envelope of one share, or more, and has it claimed by these people. */
async function give(sender: bigint, claimers: readonly bigint[], body: Parameters<typeof openEnvelope>[2] = {}) {
  const { envelopeId, passphrase } = await openEnvelope(app, sender, {
    type: "ordinary",
    count: claimers.length,
    totalAmount: "0.01",
    ...body,
  });
  for (const claimer of claimers) await claim(app, claimer, passphrase, envelopeId);
  return envelopeId;
}

it("is empty before the first claim, and without a known price", async () => {
  await give(ANNA, [CORA]);
  expect(await rankUsers(ANNA)).toEqual({ items: [], me: null });
  expect(await rankGroups(ANNA)).toEqual({ items: [], me: null });
});

it("counts what others claimed once it has ended, at the price of the opening, and not the sender's own claims", async () => {
  app.world.prices.set("eth", "3000");
  const { envelopeId } = await openEnvelope(app, ANNA, { count: 5, totalAmount: "0.3", chatIds: [String(LUNCH)] });
  app.world.prices.set("eth", "1");
  for (const person of [ANNA, BELA, CORA, DORA]) await claim(app, person, "Lucky Day", envelopeId);
  expect(await rankUsers(ANNA)).toEqual({ items: [], me: null });
  expect(await rankGroups(ANNA)).toEqual({ items: [], me: null });
  await claim(app, EMIL, "Lucky Day", envelopeId);

  const others = await database.kysely
    .selectFrom("claim")
    .select("amount_base")
    .where("envelope_id", "=", envelopeId)
    .where("tg_user_id", "<>", ANNA)
    .execute();
  const valueUsdt = String(others.reduce((sum, row) => sum + Number((row.amount_base * 3000n) / 10n ** 12n), 0) / 1e6);
  const mine = place(1, "Person 1", valueUsdt);
  expect(await rankUsers(ANNA)).toEqual({ items: [mine], me: mine });
  expect(await rankUsers(CORA)).toEqual({ items: [mine], me: null });
  const group = place(1, "Friday lunch", valueUsdt);
  expect(await rankGroups(ANNA)).toEqual({ items: [group], me: group });
  expect(await rankGroups(CORA)).toEqual({ items: [group], me: null });
  expect(await findBreaches(database)).toEqual([]);
});

it("counts a claim in its week", async () => {
  expect((await rankUsers(ANNA, "week")).items).toHaveLength(1);
  // 20 November 2026 is a Friday.
  app.clock.advance(3 * DAY_MS);
  expect(await rankUsers(ANNA, "week")).toEqual({ items: [], me: null });
  app.world.prices.set("eth", "2000");
  await give(BELA, [CORA], { totalAmount: "0.005" });
  expect(await rankUsers(BELA, "week")).toEqual({
    items: [place(1, "Person 2", "10")],
    me: place(1, "Person 2", "10"),
  });
  const ever = await rankUsers(BELA);
  expect(ever.items.map(({ rank, name }) => [rank, name])).toEqual([
    [1, "Person 1"],
    [2, "Person 2"],
  ]);
  expect(ever.me).toEqual(place(2, "Person 2", "10"));
});

it("bases the level on the same sum", async () => {
  const levelOf = async (person: bigint) => (await callAs(app, getUserInfo, person, {})).userItem.vipLevel;
  expect([await levelOf(ANNA), await levelOf(BELA), await levelOf(CORA)]).toEqual([2, 1, 0]);
});

it("hides a person, counts claims from them meanwhile, and shows them again", async () => {
  const change = (hideFromRanking: boolean) => callAs(app, updateUser, ANNA, { body: { hideFromRanking } });
  expect((await change(true)).userItem).toMatchObject({ hideFromRanking: true, allowNotifications: true });
  await give(ANNA, [CORA], { totalAmount: "0.001" });
  expect(await rankUsers(ANNA)).toEqual({ items: [place(1, "Person 2", "10")], me: null });
  expect((await rankUsers(BELA)).me).toEqual(place(1, "Person 2", "10"));
  expect((await rankUsers(ANNA, "week")).me).toBeNull();
  expect(await findBreaches(database)).toEqual([]);

  expect((await change(false)).userItem.hideFromRanking).toBe(false);
  expect((await rankUsers(ANNA, "week")).me).toEqual(place(2, "Person 1", "2"));
  expect((await rankUsers(BELA)).me?.rank).toBe(2);
});

it("keeps choices that are not given", async () => {
  const choose = async (body: { hideFromRanking?: boolean; allowNotifications?: boolean }) => {
    const { userItem } = await callAs(app, updateUser, DORA, { body });
    return [userItem.hideFromRanking, userItem.allowNotifications];
  };
  expect(await choose({})).toEqual([false, true]);
  expect(await choose({ allowNotifications: false })).toEqual([false, false]);
  expect(await choose({ hideFromRanking: true })).toEqual([true, false]);
  expect((await callAs(app, getUserInfo, DORA, {})).userItem).toMatchObject({
    hideFromRanking: true,
    allowNotifications: false,
  });
});

it("shows no title that leads elsewhere", async () => {
  const rename = (title: string) =>
    database.kysely.updateTable("chat").set({ title }).where("chat_id", "=", LUNCH).execute();
  await rename("🎁 Official bonus: write to @hongbao_gift");
  expect((await rankGroups(CORA)).items.map(({ name }) => name)).toEqual(["#1001"]);
  await rename("Friday lunch");
  expect((await rankGroups(CORA)).items.map(({ name }) => name)).toEqual(["Friday lunch"]);
});

it("follows a group that gets another id", async () => {
  const [before] = (await rankGroups(ANNA)).items;
  app.world.members.add(`-1002:${ANNA}`);
  await moveChat(app, LUNCH, -1002n);
  expect((await rankGroups(ANNA)).me).toEqual(before);
  expect(await findBreaches(database)).toEqual([]);
});

it("finds every place among many people; equal values share one", async () => {
  const values = Array.from({ length: 300 }, (_, index) => BigInt((index % 100) ** 5) * 37n + 1n);
  await addUsers(
    app,
    values.map((_, index) => 1000n + BigInt(index)),
  );
  await database.pool.query(
    `insert into ranking_sum (kind, subject_id, period, value_micros)
     select 'user', 999 + n, 'all', v from unnest($1::numeric[]) with ordinality as s (v, n)`,
    [values.map(String)],
  );
  const { rows } = await database.pool.query<{ subject_id: bigint; rank: bigint; value_micros: bigint }>(
    `select subject_id, value_micros, rank() over (order by value_micros desc) as rank
     from ranking_sum where kind = 'user' and period = 'all' and not is_hidden`,
  );
  for (const row of rows.filter((_, index) => index % 7 === 0)) {
    expect((await rankUsers(row.subject_id)).me?.rank, String(row.value_micros)).toBe(Number(row.rank));
  }
  const { items } = await rankUsers(ANNA);
  expect(items).toHaveLength(50);
  expect(items.filter(({ rank }) => rank === items[10]?.rank).length).toBeGreaterThan(1);
  await database.pool.query("delete from ranking_sum where subject_id >= 1000");
  expect(await findBreaches(database)).toEqual([]);
});

it("counts nothing twice, however often and by however many at once it runs", async () => {
  await give(BELA, [DORA], { totalAmount: "0.001" });
  const counted = await Promise.all([sumEnded(app), sumEnded(app), sumEnded(app)]);
  expect(counted.reduce((sum, count) => sum + count)).toBe(1);
  expect((await rankUsers(BELA)).me?.valueUsdt).toBe("12");
  expect(await sumEnded(app)).toBe(0);
});

it("counts the first share of a sender and a claimer in a week, whichever ended first", async () => {
  const valueOf = async () => Number((await rankUsers(GINA)).me?.valueUsdt ?? "0");
  app.world.prices.set("eth", "100");
  // Cora's first share is in an envelope that stays open, her second in one that has ended.
  const { envelopeId } = await openEnvelope(app, GINA, { type: "ordinary", count: 2, totalAmount: "0.04" });
  await claim(app, CORA, "Lucky Day", envelopeId);
  app.clock.advance(1000);
  await give(GINA, [CORA], { totalAmount: "0.01" });
  expect(await valueOf()).toBe(1);
  app.clock.advance(1000);
  await give(GINA, [CORA, DORA], { totalAmount: "0.06" });
  expect(await valueOf()).toBe(4);
  await claim(app, EMIL, "Lucky Day", envelopeId);
  expect(await valueOf()).toBe(2 + 3 + 2);
  expect(await findBreaches(database)).toEqual([]);
});

it("keeps a group out until five people have claimed there, and then counts all of it", async () => {
  const chatId = -1005n;
  await database.kysely
    .insertInto("chat")
    .values({ chat_id: chatId, title: "Five friends", is_bot_member: true, updated_at: app.clock.now() })
    .execute();
  await database.kysely
    .insertInto("chat_link")
    .values({ tg_user_id: ANNA, chat_id: chatId, linked_at: app.clock.now() })
    .execute();
  app.world.members.add(`${chatId}:${ANNA}`);
  const names = async () => (await rankGroups(ANNA)).items.map(({ name }) => name);
  const people = [101n, 102n, 103n, 104n, 105n];
  await addUsers(app, people);
  const body = { chatIds: [String(chatId)] };
  await give(ANNA, people.slice(0, 4), body);
  expect(await names()).toEqual(["Friday lunch"]);
  expect((await rankGroups(ANNA)).me?.name).toBe("Friday lunch");
  expect(await findBreaches(database)).toEqual([]);
  await give(ANNA, people.slice(4), body);
  expect(await names()).toEqual(["Friday lunch", "Five friends"]);
  expect((await rankGroups(ANNA)).items[1]?.valueUsdt).toBe("2");
  expect(await findBreaches(database)).toEqual([]);
});

it("forgets a claimer whose account is deleted, and keeps what counts", async () => {
  const before = await rankUsers(GINA);
  await database.kysely.transaction().execute(async (trx) => {
    const person = { tgUserId: 105n, pseudonym: 2n ** 52n + 105n, at: app.clock.now() };
    await forgetPerson(trx, person);
    await renameRows(trx, person);
  });
  expect(await rankUsers(GINA)).toEqual(before);
  expect((await rankGroups(ANNA)).items.map(({ name }) => name)).toContain("Five friends");
  expect(await findBreaches(database)).toEqual([]);
});

it("returns a price, and 0 if none is known", async () => {
  app.world.prices.set("eth", "3051.12");
  const ask = (code?: string) => callAs(app, coinPrice, ANNA, { query: code === undefined ? {} : { code } });
  expect(await ask()).toEqual({ code: "ETHUSDT", price: "3051.12" });
  expect(await ask("GRAMUSDT")).toEqual({ code: "GRAMUSDT", price: "0" });
  app.world.prices.set("ton", "3.1");
  expect(await ask("GRAMUSDT")).toEqual({ code: "GRAMUSDT", price: "3.1" });
  expect(await ask("TONUSDT")).toEqual({ code: "TONUSDT", price: "3.1" });
  expect(await ask("BTCUSDT")).toEqual({ code: "BTCUSDT", price: "0" });
});
