import type { Message, Update, User } from "grammy/types";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { takeUpdate } from "#server/bot/bot.ts";
import { pollBot } from "#server/bot/botJobs.ts";
import { GROUP_REQUEST } from "#server/messenger/chatCalls.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";

const [ANNA, LI, SOKHA, THU] = PEOPLE as [Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group];
const CHOICES = 60;
/** Choices that are asked about before the others are answered: counted, for a busy machine is slow. */
const MOST_ASKED = 5;
/** What the messenger takes for each of three questions about a choice. */
const ANSWER_MS = 100;

let bot: Awaited<ReturnType<typeof openBotWorld>>;
/** Far from those of the local messenger. */
let updateId = 1_000_000;
let asked = 0;
/** How many questions came before the first about the other person. */
let askedBefore: number | null = null;

beforeAll(async () => {
  bot = await openBotWorld("choices");
  bot.world.setBotMembership(LUNCH, true, ANNA);
  await bot.takeUpdates();
  for (const person of [LI, SOKHA, THU]) await bot.addPerson(person);
  const { telegram } = bot.app;
  const wait = () => new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  bot.app.telegram = {
    ...telegram,
    async readChat(chatId) {
      asked += 1;
      await wait();
      await wait();
      return telegram.readChat(chatId);
    },
    async askMember(chatId, userId) {
      if (userId === BigInt(THU.id)) askedBefore ??= asked;
      await wait();
      return telegram.askMember(chatId, userId);
    },
  };
});
afterAll(() => bot.close());
beforeEach(() => bot.app.clock.advance(120_000));

const userOf = ({ id, firstName }: Person): User => ({ id, is_bot: false, first_name: firstName });

/** As the messenger tells it, however often somebody chooses. It is stored by then. */
async function choose(person: Person): Promise<void> {
  const message = {
    message_id: 1,
    date: 1,
    chat: { id: person.id, type: "private", first_name: person.firstName },
    from: userOf(person),
    chat_shared: { request_id: GROUP_REQUEST, chat_id: GROUP_CHAT_ID },
  } as unknown as Message & Update.NonChannel;
  updateId += 1;
  await takeUpdate(bot.app, { update_id: updateId, message });
}

const isLinked = async ({ id }: Person) => {
  const links = bot.database.kysely.selectFrom("chat_link").where("tg_user_id", "=", BigInt(id)).select("chat_id");
  return (await links.execute()).length > 0;
};

it("of one account delay neither another's press nor another's choice, and no more than some wait", async () => {
  await bot.openInGroup(ANNA, { count: 2 });
  for (let choice = 0; choice < CHOICES; choice += 1) await choose(LI);
  await choose(THU);
  const stop = new AbortController();
  const running = pollBot.run(bot.app, stop.signal);
  await expect.poll(() => asked).toBeGreaterThan(0);

  const post = bot.seeMessages(SOKHA).findLast(({ replyMarkup }) => replyMarkup !== null);
  const data = post?.replyMarkup?.inline_keyboard.flat().find((button) => button.callback_data)?.callback_data;
  await bot.host.act("pressButton", { person: SOKHA.n, chatId: GROUP_CHAT_ID, messageId: post?.messageId, data });
  await expect.poll(() => isLinked(THU), { timeout: 10_000 }).toBe(true);
  expect(askedBefore).toBeLessThanOrEqual(MOST_ASKED);

  await expect.poll(() => bot.world.state.updates.length).toBe(0);
  const waiting = bot.database.kysely
    .selectFrom("letter")
    .where("queue", "=", "bot_update")
    .where("sent_at", "is", null)
    .select("letter_id");
  expect((await waiting.execute()).length).toBeLessThanOrEqual(20);
  stop.abort();
  await running;
});

it("are answered before the process ends, and before its database does", async () => {
  await bot.openInGroup(ANNA, { count: 2 });
  const stop = new AbortController();
  const running = pollBot.run(bot.app, stop.signal);
  const post = bot.seeMessages(SOKHA).findLast(({ replyMarkup }) => replyMarkup !== null);
  const data = post?.replyMarkup?.inline_keyboard.flat().find((button) => button.callback_data)?.callback_data;
  // More people than are answered at once.
  const pressed = Array.from({ length: 20 }, async (_, n) => {
    const { id, firstName } = { ...SOKHA, id: 7_000_000_000 + n };
    const press = { person: SOKHA, chatId: GROUP_CHAT_ID, threadId: null };
    const answer = bot.api.waitForCallbackAnswer(`${id}`, press, 10_000);
    const from = { id, is_bot: false, first_name: firstName };
    bot.world.pushUpdate("callback_query", { id: `${id}`, from, chat_instance: "1", data });
    return answer;
  });
  await expect.poll(() => bot.world.state.updates.length).toBe(0);
  // The lease is lost.
  stop.abort();
  await running;
  expect((await Promise.all(pressed)).filter((answer) => answer === null)).toEqual([]);
});
