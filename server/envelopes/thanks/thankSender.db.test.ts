import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { REACTIONS, type Reaction } from "#domain/envelope/reactions.ts";
import type { Database } from "#server/db/database.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { history } from "#server/records/history.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { thankSender } from "./thankSender.ts";

const SENDER = 1n;
const [FIRST, SECOND, THIRD] = [2n, 3n, 4n];

let database: Database;
let app: TestApp;
/** What the bot has told the sender. */
let messages: string[];
let envelopeId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "thanks");
  app.telegram = {
    ...app.telegram,
    sendMessage: (chatId, { html }) => {
      if (chatId === SENDER) messages.push(html);
      return Promise.resolve({ kind: "sent", messageId: 1n });
    },
  };
  await addUsers(app, [SENDER, FIRST, SECOND, THIRD]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 21n);
});
afterAll(() => database.close());
beforeEach(async () => {
  messages = [];
  ({ envelopeId } = await openEnvelope(app, SENDER, { count: 4 }));
  for (const person of [FIRST, SECOND]) await claim(app, person, "Lucky Day", envelopeId);
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  await allow(true);
});

const allow = (isAllowed: boolean) =>
  database.kysely
    .updateTable("tg_user")
    .set({ allows_write_to_pm: true, allows_notifications: isAllowed })
    .where("tg_user_id", "=", SENDER)
    .execute();
const thank = (person: bigint, reaction: Reaction | null, id = envelopeId) =>
  callAs(app, thankSender, person, { body: { envelopeId: id, reaction } });
const readClaims = async (viewer: bigint) =>
  (await callAs(app, claimDetail, viewer, { query: { envelopeId, limit: 50 } })).claims.map(
    ({ user, reaction }) => `${user.name}: ${reaction ?? "nothing"}`,
  );

async function wait(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    app.clock.advance(30_000);
    await sendNotifications.run(app, new AbortController().signal);
  }
}

it("who has a share thanks, changes it and takes it back; everybody who sees the claims sees it", async () => {
  const { claim: thanked } = await thank(FIRST, "clap");
  expect(thanked).toMatchObject({ reaction: "clap", isMine: true, envelopeId });
  await thank(SECOND, "fire");
  expect((await thank(FIRST, "heart")).claim.reaction).toBe("heart");
  for (const viewer of [SENDER, FIRST]) {
    expect(await readClaims(viewer)).toEqual(["Person 3: fire", "Person 2: heart"]);
  }
  expect((await thank(FIRST, null)).claim.reaction).toBeNull();
  expect(await readClaims(SENDER)).toEqual(["Person 3: fire", "Person 2: nothing"]);
  const received = await callAs(app, history, SECOND, { query: { limit: 1 } });
  expect(received.items[0]?.reaction).toBe("fire");
  // A repeat of the claim shows it as well.
  expect((await claim(app, SECOND, "Lucky Day", envelopeId)).claim.reaction).toBe("fire");
});

it("who has no share gets the same answer as for an envelope that is not there", async () => {
  for (const person of [SENDER, THIRD]) {
    await expect(thank(person, "clap")).rejects.toMatchObject({ key: "notFound" });
  }
  await expect(thank(FIRST, "clap", "unknownunknownunknown1")).rejects.toMatchObject({ key: "notFound" });
});

it("tells the sender of the first ones in one message, and of none later", async () => {
  await Promise.all([thank(FIRST, "clap"), thank(SECOND, "pray"), thank(FIRST, "clap")]);
  app.clock.advance(1_000);
  await sendNotifications.run(app, new AbortController().signal);
  expect(messages).toEqual([]);
  await wait();
  const names = `\u2068Person 2\u2069 ${REACTIONS.clap} and \u2068Person 3\u2069 ${REACTIONS.pray}`;
  expect(messages).toEqual([`💌 Thanks for your red envelope: ${names}.`]);
  await claim(app, THIRD, "Lucky Day", envelopeId);
  for (const person of [FIRST, SECOND, THIRD]) await thank(person, "party");
  await thank(FIRST, null);
  await thank(FIRST, "heart");
  await wait();
  expect(messages).toHaveLength(1);
});

it("says nothing of thanks that were taken back in time, and does of those that follow", async () => {
  await thank(FIRST, "clap");
  await thank(FIRST, null);
  await wait();
  expect(messages).toEqual([]);
  await thank(SECOND, "laugh");
  await wait();
  expect(messages).toEqual([`💌 Thanks for your red envelope: \u2068Person 3\u2069 ${REACTIONS.laugh}.`]);
});

it("tells nobody who wants no messages, of no thanks to oneself, and of none after a week", async () => {
  await allow(false);
  await thank(FIRST, "clap");
  await wait();
  await allow(true);
  await claim(app, SENDER, "Lucky Day", envelopeId);
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  expect((await thank(SENDER, "clap")).claim.reaction).toBe("clap");
  await wait();
  app.clock.advance(8 * 86_400_000);
  await thank(SECOND, "clap");
  await wait();
  expect(messages).toEqual([]);
});

it("takes no other reaction than those of the list", async () => {
  const set = database.pool.query("update claim set reaction = 'poop' where envelope_id = $1", [envelopeId]);
  await expect(set).rejects.toThrow("claim_reaction");
  expect(await findBreaches(database)).toEqual([]);
});
