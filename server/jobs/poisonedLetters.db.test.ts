import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { answerPeople } from "#server/messenger/answers.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { carryOutUpdates } from "#server/bot/updates.ts";
import { writeToGroups } from "#server/messenger/writeToGroups.ts";
import { sendAlarms } from "#server/operator/alarms/sendAlarms.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const OPERATORS = -9n;
/** What one chat may make wait: more than a batch. */
const FLOOD = 50;

let database: Database;
let app: TestApp;
let sent: bigint[];
/** What happens to a message to this chat. */
let refused: { chatId: bigint; how: () => never } | null = null;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "letters", { OPERATOR_CHAT_ID: String(OPERATORS) });
  app.telegram = {
    ...app.telegram,
    async sendMessage(chatId, { html }) {
      if (refused?.chatId === chatId || html.includes("poison")) refused?.how();
      sent.push(chatId);
      return { kind: "sent", messageId: 1n };
    },
  };
  await addUsers(app, [1n, 2n]);
  await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
});
afterAll(() => database.close());

const { signal } = new AbortController();
const fail = () => {
  throw new Error("poison");
};

interface Queue {
  /** Puts letters to one taker, then one to another. */
  fill: (count: number) => Promise<void>;
  run: () => Promise<void>;
  poison: bigint;
  second: bigint;
}

async function addAnswer(chatId: bigint): Promise<void> {
  app.clock.advance(1);
  const greeting = { name: "x", language: "en", threadId: null, askedBy: null };
  const asked = { kind: chatId < 0n ? "group" : "private", payload: JSON.stringify(greeting) };
  await database.kysely
    .insertInto("letter")
    .values(makeLetter("bot_answer", String(chatId), app.clock.now(), asked))
    .execute();
}

async function addNotification(tgUserId: bigint): Promise<void> {
  app.clock.advance(1);
  const at = app.clock.now();
  const letter = { kind: "securityCodeSet", taker: String(tgUserId) };
  await database.kysely
    .insertInto("letter")
    .values(makeLetter("notification", `n${at.getTime()}`, at, letter))
    .execute();
}

async function addAlarm(details: string): Promise<void> {
  app.clock.advance(1);
  const at = app.clock.now();
  const alarmId = `a${at.getTime()}`;
  await database.kysely
    .insertInto("alarm")
    .values({ alarm_id: alarmId, kind: "jobStopped", subject: alarmId, details, raised_at: at })
    .execute();
  const raised = { kind: "bot", taker: alarmId, payload: '{"event":"raised"}' };
  await database.kysely
    .insertInto("letter")
    .values(makeLetter("alarm_message", `${alarmId}:bot:raised`, at, raised))
    .execute();
}

const QUEUES: Readonly<Record<string, Queue>> = {
  "answers to people": {
    fill: async () => {
      for (const chatId of [1n, 2n]) await addAnswer(chatId);
    },
    run: () => answerPeople.run(app, signal),
    poison: 1n,
    second: 2n,
  },
  "greetings of groups": {
    fill: async () => {
      for (const chatId of [-1n, -2n]) await addAnswer(chatId);
    },
    run: () => writeToGroups.run(app, signal),
    poison: -1n,
    second: -2n,
  },
  "private messages": {
    fill: async (count) => {
      for (let letter = 0; letter < count; letter += 1) await addNotification(1n);
      await addNotification(2n);
    },
    run: () => sendNotifications.run(app, signal),
    poison: 1n,
    second: 2n,
  },
  alarms: {
    fill: async (count) => {
      for (let letter = 0; letter < count; letter += 1) await addAlarm("poison");
      await addAlarm("second");
    },
    run: () => sendAlarms("bot").run(app, signal),
    poison: 0n,
    second: OPERATORS,
  },
};

it.each(Object.entries(QUEUES))(
  "%s: one that fails keeps back none behind it",
  async (_, { fill, run, poison, second }) => {
    sent = [];
    refused = { chatId: poison, how: fail };
    await fill(1);
    await run();
    expect(sent).toEqual([second]);
  },
);

it("private messages: one person's many keep back nobody else's", async () => {
  const { fill, run } = QUEUES["private messages"] ?? { fill: fail, run: fail };
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  sent = [];
  refused = null;
  await fill(FLOOD);
  await run();
  expect(sent.slice(0, 2)).toEqual([1n, 2n]);
});

it("updates of the bot: one that cannot be carried out keeps back none behind it", async () => {
  const update = {
    update_id: 2,
    message: { message_id: 1, date: 1, chat: { id: 2, type: "private" }, text: "/start" },
  };
  const at = app.clock.now();
  await database.kysely
    .insertInto("letter")
    .values([
      makeLetter("bot_update", "1", at, { kind: "message", payload: JSON.stringify("no update") }),
      makeLetter("bot_update", "2", at, { kind: "message", payload: JSON.stringify(JSON.stringify(update)) }),
    ])
    .execute();
  await carryOutUpdates(app, signal);
  const done = await database.kysely
    .selectFrom("letter")
    .where("queue", "=", "bot_update")
    .select("letter_id")
    .where("sent_at", "is not", null)
    .execute();
  expect(done).toEqual([{ letter_id: "2" }]);
});
