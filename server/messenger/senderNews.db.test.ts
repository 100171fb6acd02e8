import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { clearState } from "#server/db/jobState.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, openEnvelope, payOrder } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { linkChat, rememberChat } from "./chats.ts";
import { sendNotifications } from "./notifications.ts";
import { remindSenders } from "./remindSenders.ts";
import { formatAppLink, formatChatStartParam } from "./startParams.ts";

const SENDER = 1n;
const [FIRST, SECOND] = [2n, 3n];
const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

let database: Database;
let app: TestApp;
/** The sender's messages, in order. */
let messages: string[];
let links: (string | undefined)[];

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "sender news");
  app.telegram = {
    ...app.telegram,
    sendMessage: (_, { html, button }) => {
      messages.push(html);
      links.push(button?.url);
      return Promise.resolve({ kind: "sent", messageId: 1n });
    },
  };
  await addUsers(app, [SENDER, FIRST, SECOND]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 21n);
});
afterAll(() => database.close());
beforeEach(async () => {
  // What earlier tests opened is over.
  app.clock.advance(48 * HOUR_MS);
  await refundJob.run(app, signal);
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  await clearState(database.kysely, "remindedUntil");
  [messages, links] = [[], []];
  await listen({ allows_write_to_pm: true, allows_notifications: true, lang: "en" });
});

const listen = (change: { allows_write_to_pm?: boolean; allows_notifications?: boolean; lang?: string }) =>
  database.kysely.updateTable("tg_user").set(change).where("tg_user_id", "=", SENDER).execute();
const open = async () =>
  (await openEnvelope(app, SENDER, { type: "ordinary", totalAmount: "0.03", count: 3 })).envelopeId;
const linkTo = (startParam: string) => formatAppLink(app, startParam);

async function deliver(): Promise<void> {
  for (let second = 0; second < 5; second += 1) {
    app.clock.advance(1000);
    await sendNotifications.run(app, signal);
  }
}

/** What the bot has said since the last time. */
async function hear(): Promise<string[]> {
  await deliver();
  return messages.splice(0);
}

it("tells once that an envelope is live, and links to it", async () => {
  const envelopeId = await open();
  expect(await hear()).toEqual(["🧧 Your red envelope of 0.03 ETH (Ethereum) is live. Shares: 3."]);
  expect(links).toEqual([linkTo(`d_${envelopeId}`)]);
});

it("tells of the envelopes of one order in one message", async () => {
  const chatIds = ["-1001", "-1002"];
  for (const chatId of chatIds) {
    app.world.members.add(`${chatId}:${SENDER}`);
    await rememberChat(app, { chatId: BigInt(chatId), title: "Friday lunch", isBotMember: true });
    await linkChat(app, SENDER, formatChatStartParam(app.config.appSecrets, BigInt(chatId)));
  }
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" } as const;
  const { order } = await callAs(app, sendRedEnvelope, SENDER, { body: { ...body, chatIds } });
  await payOrder(app, SENDER, order.orderId);
  expect(await hear()).toEqual(["🧧 Your red envelopes are live: 2, 0.02 ETH (Ethereum) in all."]);
  expect(links).toEqual([linkTo(`o_${order.orderId}`)]);
});

it("reminds once, an hour before the end, of shares that are left", async () => {
  const [some, all] = [await open(), await open()];
  for (const person of [FIRST, SECOND]) await claim(app, person, "Lucky Day", some);
  for (const person of [FIRST, SECOND]) await claim(app, person, "Lucky Day", all);
  const third = await openEnvelope(app, SENDER, { count: 1, totalAmount: "0.01", type: "ordinary" });
  await claim(app, FIRST, "Lucky Day", third.envelopeId);
  await hear();
  app.clock.advance(23 * HOUR_MS - 60_000);
  await remindSenders.run(app, signal);
  expect(await hear()).toEqual([]);
  app.clock.advance(60_000);
  await remindSenders.run(app, signal);
  const reminder = "⏳ Your red envelope has one hour left. Unclaimed shares: 1 of 3.";
  expect(await hear()).toEqual([reminder, reminder]);
  for (let turn = 0; turn < 3; turn += 1) {
    app.clock.advance(60_000);
    await remindSenders.run(app, signal);
  }
  expect(await hear()).toEqual([]);
});

it("reminds nobody twice where the job dies before it notes how far it is, nor by a clock that is off", async () => {
  await open();
  await hear();
  app.clock.advance(23 * HOUR_MS);
  const unsure = { ...app, clockGuard: { ...app.clockGuard, readTrustedTime: async () => null } };
  await remindSenders.run(unsure, signal);
  expect(await hear()).toEqual([]);
  await remindSenders.run(app, signal);
  expect(await hear()).toHaveLength(1);
  await clearState(database.kysely, "remindedUntil");
  await remindSenders.run(app, signal);
  expect(await hear()).toEqual([]);
});

it("names the best luck with the end of a draw", async () => {
  const { envelopeId } = await openEnvelope(app, SENDER, { count: 2 });
  await hear();
  for (const person of [FIRST, SECOND]) await claim(app, person, "Lucky Day", envelopeId);
  const [, end] = await hear();
  expect(end).toMatch(
    /all 2 shares are claimed\. .* took the last one\. 🏆 Best luck: \u2068Person [23]\u2069 · 0\.0\d+ ETH$/u,
  );
});

it.each(["the end of its time", "its sender"])(
  "tells how much came back, once, where it was ended by %s",
  async (by) => {
    const envelopeId = await open();
    await claim(app, FIRST, "Lucky Day", envelopeId);
    await hear();
    app.clock.advance(by === "its sender" ? HOUR_MS : 24 * HOUR_MS);
    const end = () =>
      by === "its sender" ? callAs(app, closeEnvelope, SENDER, { body: { envelopeId } }) : refundJob.run(app, signal);
    await Promise.all([end(), end()]);
    await end();
    expect(await hear()).toEqual([
      "↩️ Your red envelope is over. Unclaimed shares: 2 of 3. 0.02 ETH (Ethereum) is back in your balance.",
    ]);
  },
);

it("speaks the sender's language", async () => {
  await listen({ lang: "zh_CN" });
  await open();
  expect(await hear()).toEqual(["🧧 你的 0.03 ETH (Ethereum) 红包已经可以领取，共 3 份。"]);
});

it.each([{ allows_write_to_pm: false }, { allows_notifications: false }])(
  "writes nothing to who has %j",
  async (change) => {
    await listen(change);
    await open();
    app.clock.advance(23 * HOUR_MS);
    await remindSenders.run(app, signal);
    app.clock.advance(HOUR_MS);
    await refundJob.run(app, signal);
    expect(await hear()).toEqual([]);
    expect(
      await database.kysely.selectFrom("letter").where("queue", "=", "notification").select("kind").execute(),
    ).toEqual([]);
  },
);
