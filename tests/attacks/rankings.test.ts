import { afterEach, beforeEach, expect, test } from "vitest";
import { getUserInfo } from "#server/accounts/users.ts";
import type { Database } from "#server/db/database.ts";
import { getGroupRanking } from "#server/messenger/chatCalls.ts";
import { getUserRanking } from "#server/rankings/rankings.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addGroup, addressOf, addUsers, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const HOUR_MS = 3_600_000;
const [ANNA, FRIEND, GIVER] = [1n, 2n, 3n] as const;
const GROUP = -1001n;
const STRANGERS = [11n, 12n, 13n, 14n, 15n];

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "rankings");
  app.world.prices.set("eth", "1000");
  await addUsers(app, [ANNA, FRIEND, GIVER, ...STRANGERS]);
  for (const person of [ANNA, FRIEND, GIVER]) {
    await bindWallet(app, person);
    app.world.balances.set(addressOf(person), 10n ** 21n);
  }
  // A Monday, so that a whole week is ahead.
  app.clock.advance(Date.UTC(2026, 11, 7) - app.clock.now().getTime());
});
afterEach(async () => {
  await requireSoundBooks(database);
  await database.close();
});

async function give(sender: bigint, claimers: readonly bigint[], chatIds: readonly bigint[] = []): Promise<void> {
  const { envelopeId, passphrase } = await openEnvelope(app, sender, {
    type: "ordinary",
    count: claimers.length,
    totalAmount: `0.0${claimers.length}`,
    chatIds: chatIds.map(String),
  });
  for (const claimer of claimers) await claim(app, claimer, passphrase, envelopeId);
}

const rankPeople = async (period: "week" | "all" = "week") =>
  (await callAs(app, getUserRanking, ANNA, { query: { period } })).items.map(({ name, valueUsdt }) => [
    name,
    valueUsdt,
  ]);
const rankGroups = async () => (await callAs(app, getGroupRanking, ANNA, { query: { period: "all" } })).items;

test("two accounts that send to each other all week climb by one share each", async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    await give(ANNA, [FRIEND]);
    await give(FRIEND, [ANNA]);
    app.clock.advance(HOUR_MS);
  }
  await give(GIVER, STRANGERS);
  const expected = [
    ["Person 3", "50"],
    ["Person 1", "10"],
    ["Person 2", "10"],
  ];
  expect(await rankPeople()).toEqual(expected);
  expect(await rankPeople("all")).toEqual(expected);
  expect((await callAs(app, getUserInfo, ANNA, {})).userItem.vipLevel).toBe(1);
});

test("a group of two people is not ranked, however much they give", async () => {
  await addGroup(app, ANNA, GROUP, [FRIEND]);
  for (let week = 0; week < 6; week += 1) {
    await give(ANNA, [FRIEND], [GROUP]);
    app.clock.advance(7 * 24 * HOUR_MS);
  }
  expect(await rankGroups()).toEqual([]);
  await give(ANNA, STRANGERS.slice(0, 3), [GROUP]);
  expect(await rankGroups()).toEqual([]);
  await give(ANNA, STRANGERS.slice(3), [GROUP]);
  expect(await rankGroups()).toMatchObject([{ rank: 1, valueUsdt: "110" }]);
});

test("an envelope that is still open moves no ranking and no level", async () => {
  const { envelopeId, passphrase } = await openEnvelope(app, ANNA, { type: "ordinary", count: 2, totalAmount: "0.9" });
  await claim(app, FRIEND, passphrase, envelopeId);
  expect(await rankPeople()).toEqual([]);
  expect((await callAs(app, getUserInfo, ANNA, {})).userItem.vipLevel).toBe(0);
  await claim(app, GIVER, passphrase, envelopeId);
  expect(await rankPeople()).toEqual([["Person 1", "900"]]);
});
