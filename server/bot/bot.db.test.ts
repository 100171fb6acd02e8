import type { ChatMember, ChatMemberUpdated, Update } from "grammy/types";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { GROUP_REQUEST, requestChat } from "#server/messenger/chatCalls.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import { readChatStartParam } from "#server/messenger/startParams.ts";
import { selectDeadLetters } from "#server/outbox/deadLetters.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { callAs } from "#tests/support/story.ts";
import { carryOutUpdates, handleUpdate, storeUpdate } from "./updates.ts";

const [ANNA, LI, , THU, LUCIA, , STRANGER] = PEOPLE as [Person, Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group, Group];
const GROUP = BigInt(GROUP_CHAT_ID);
let bot: Awaited<ReturnType<typeof openBotWorld>>;
let gate: GroupGate;

beforeAll(async () => {
  bot = await openBotWorld("bot");
});
afterAll(() => bot.close());
beforeEach(() => {
  gate = new GroupGate();
  bot.world.setBotMembership(LUNCH, true, ANNA);
  // Most tests are not about the messenger's own limits.
  bot.app.clock.advance(400_000);
});
afterEach(() => bot.world.setBotMembership(LUNCH, true, ANNA));

async function poll(): Promise<void> {
  await bot.takeUpdates();
  await bot.write(gate);
}
const say = (person: Person, text: string, chatId: number = person.id) =>
  bot.host.act("say", { person: person.n, chatId, text });
const countWords = (chatId = GROUP_CHAT_ID) => bot.listWords(chatId).length;
const readChat = () =>
  bot.database.kysely.selectFrom("chat").selectAll().where("chat_id", "=", GROUP).executeTakeFirstOrThrow();
const linksOf = (person: Person) =>
  bot.database.kysely
    .selectFrom("chat_link")
    .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
    .select(["title", "kind", "username", "is_bot_administrator", "is_bot_member"])
    .where("tg_user_id", "=", BigInt(person.id))
    .orderBy("linked_at")
    .execute();

it("greets a group after it is added, once, with a link that contains the signed group", async () => {
  const { app, world } = bot;
  world.setBotMembership(LUNCH, false, ANNA);
  await poll();
  const before = countWords();
  world.setBotMembership(LUNCH, true, LI);
  await poll();
  await poll();
  const [greeting, ...more] = bot.listWords(GROUP_CHAT_ID).slice(before);
  expect(more).toEqual([]);
  expect(greeting?.text).toContain(LUNCH.title);
  expect(greeting?.text).toContain("大家好");
  const url = bot.urlOf(greeting);
  expect(`${url.origin}${url.pathname}`).toBe(`https://t.me/${app.telegram.username}/${app.config.botAppName}`);
  expect(readChatStartParam(app.config.appSecrets, url.searchParams.get("startapp") ?? "")).toBe(GROUP);
  expect(await readChat()).toMatchObject({ title: LUNCH.title, is_bot_member: true });
  world.setBotMembership(LUNCH, false, LI);
  await poll();
  expect((await readChat()).is_bot_member).toBe(false);
});

it("knows where it is an administrator, and is told there for sure who is a member", async () => {
  const { app, world } = bot;
  const askLi = () => app.telegram.askMember(GROUP, BigInt(LI.id));
  const { title, username } = LUNCH;
  await poll();
  expect((await readChat()).is_bot_administrator).toBe(false);
  expect(await app.telegram.readChat(GROUP)).toEqual({ title, username, isBotAdministrator: false });
  world.state.hiddenMembers[GROUP_CHAT_ID] = true;
  expect(await askLi()).toMatchObject({ kind: "unknown", why: "hidden" });
  world.setBotAdministrator(LUNCH, true, ANNA);
  await poll();
  expect((await readChat()).is_bot_administrator).toBe(true);
  expect(await app.telegram.readChat(GROUP)).toEqual({ title, username, isBotAdministrator: true });
  expect(await askLi()).toEqual({ kind: "yes" });
  world.setMembership(LI, LUNCH, false);
  expect([await askLi(), await app.telegram.askMember(GROUP, 5n)]).toEqual([{ kind: "no" }, { kind: "no" }]);
  world.setMembership(LI, LUNCH, true);
  world.state.hiddenMembers[GROUP_CHAT_ID] = false;
  world.setBotMembership(LUNCH, false, ANNA);
  expect(await app.telegram.readChat(GROUP)).toBeNull();
  expect(await askLi()).toMatchObject({ kind: "unknown", why: "gone" });
  await poll();
  expect((await readChat()).is_bot_administrator).toBe(false);
});

it("links a channel to the person who let it in, and says nothing there", async () => {
  const { app, world } = bot;
  await bot.addPerson(ANNA);
  const chat = { id: -1_009_000_000_001, type: "channel" as const, title: "News", username: "the_news" };
  const itself = { id: world.botId, is_bot: true as const, first_name: "Hongbao" };
  const left = { user: itself, status: "left" as const };
  const appointed = { ...world.describeBot(chat.id, true, true), user: itself } as ChatMember;
  const from = { id: ANNA.id, is_bot: false as const, first_name: "Anna" };
  const change = { chat, from, date: 0, old_chat_member: left, new_chat_member: appointed };
  await handleUpdate(app, { update_id: 1, my_chat_member: change });
  await handleUpdate(app, { update_id: 1, my_chat_member: { ...change, from: { ...from, id: 5 } } });
  await bot.write(gate);
  expect(countWords(chat.id)).toBe(0);
  expect((await linksOf(ANNA)).at(-1)).toEqual({
    title: "News",
    kind: "channel",
    username: "the_news",
    is_bot_administrator: true,
    is_bot_member: true,
  });
});

describe("a group chosen in the app", () => {
  beforeEach(async () => {
    await bot.addPerson(LI);
    await bot.database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", BigInt(LI.id)).execute();
  });

  /** What only the messenger can send, if it lied. */
  const tell = (person: Person, chatId: number, requestId = GROUP_REQUEST) => {
    const chat = { id: person.id, type: "private" as const, first_name: person.firstName };
    const shared = { request_id: requestId, chat_id: chatId, title: "A stranger's title" };
    const message = { message_id: 1, date: 1, chat, from: { ...chat, is_bot: false }, chat_shared: shared };
    return handleUpdate(bot.app, { update_id: 1, message });
  };

  it("is linked to the person, and the bot is in it", async () => {
    bot.world.setBotMembership(LUNCH, false, ANNA);
    await bot.takeUpdates();
    const { requestId } = await callAs(bot.app, requestChat, BigInt(LI.id), {});
    await bot.host.act("shareRequested", { person: LI.n, id: requestId, chatId: GROUP_CHAT_ID });
    await poll();
    expect(await linksOf(LI)).toMatchObject([{ title: LUNCH.title, is_bot_member: true }]);
    expect(bot.world.isBotIn(GROUP_CHAT_ID)).toBe(true);
  });

  it("is nobody's who is not in it or never opened the app, and none that the bot is not in or did not ask for", async () => {
    await bot.addPerson(STRANGER);
    await tell(STRANGER, GROUP_CHAT_ID);
    await tell(STRANGER, -1_009_000_000_009);
    await tell(LI, GROUP_CHAT_ID, GROUP_REQUEST + 1);
    await bot.database.kysely.deleteFrom("tg_user").where("tg_user_id", "=", BigInt(THU.id)).execute();
    await tell(THU, GROUP_CHAT_ID);
    bot.world.setBotMembership(LUNCH, false, ANNA);
    await tell(LI, GROUP_CHAT_ID);
    expect([await linksOf(STRANGER), await linksOf(LI), await linksOf(THU)]).toEqual([[], [], []]);
  });

  it("keeps the title that the messenger gives the group", async () => {
    await tell(LI, GROUP_CHAT_ID);
    expect(await linksOf(LI)).toMatchObject([{ title: LUNCH.title, is_bot_member: true }]);
  });

  it("is greeted once, whichever the messenger tells first: the choice or that the bot is in it", async () => {
    const { app } = bot;
    const user = { id: 1, is_bot: true as const, first_name: "Hongbao", username: app.telegram.username };
    const presence = (status: "left" | "member"): Update => ({
      update_id: 2,
      my_chat_member: {
        chat: { id: GROUP_CHAT_ID, type: "supergroup" as const, title: LUNCH.title },
        from: { id: LI.id, is_bot: false, first_name: LI.firstName, language_code: "es" },
        date: 1,
        old_chat_member: { status: "left" as const, user },
        new_chat_member: { status, user } as ChatMember,
      },
    });
    const { kysely } = bot.database;
    for (const isChoiceFirst of [true, false]) {
      await handleUpdate(app, presence("left"));
      await kysely.deleteFrom("letter").where("queue", "=", "bot_answer").execute();
      if (isChoiceFirst) await tell(LI, GROUP_CHAT_ID);
      await handleUpdate(app, presence("member"));
      if (!isChoiceFirst) await tell(LI, GROUP_CHAT_ID);
      const greetings = kysely.selectFrom("letter").select(["letter_id", "due_at"]).where("queue", "=", "bot_answer");
      expect(await greetings.execute()).toEqual([{ letter_id: String(GROUP), due_at: app.clock.now() }]);
    }
  });
});

it("answers a private /start with the app's link, and may write from then on", async () => {
  const tgUserId = await bot.addPerson(LUCIA);
  const mayWrite = async () => {
    const user = bot.database.kysely.selectFrom("tg_user").where("tg_user_id", "=", tgUserId);
    return (await user.select("allows_write_to_pm").executeTakeFirstOrThrow()).allows_write_to_pm;
  };
  await say(LUCIA, "/start");
  await poll();
  const [welcome] = bot.listWords(LUCIA.id);
  expect(welcome?.text).toContain("¡Te damos la bienvenida, \u2068Lucía\u2069!");
  expect(bot.urlOf(welcome).href).toBe(`https://t.me/${bot.app.telegram.username}/${bot.app.config.botAppName}`);
  expect(await mayWrite()).toBe(true);
  await bot.host.act("blockBot", { person: LUCIA.n, isBlocked: true });
  await poll();
  expect(await mayWrite()).toBe(false);
});

it("greets a group once in five minutes, and answers a person at once, however many /start it gets", async () => {
  await poll();
  const [before, lis] = [countWords(), countWords(LI.id)];
  for (let count = 0; count < 60; count += 1) await say(THU, "/start", GROUP_CHAT_ID);
  await say(LI, "/start");
  // The messenger's clock stands still: an answer that waits for its limits would not arrive.
  await poll();
  const greeted = countWords();
  expect([greeted - before <= 1, countWords(LI.id)]).toEqual([true, lis + 1]);
  for (const [waitMs, count] of [
    [120_000, greeted],
    [300_000, greeted + 1],
  ] as const) {
    bot.app.clock.advance(waitMs);
    await say(THU, "/start", GROUP_CHAT_ID);
    await poll();
    expect(countWords()).toBe(count);
  }
});

it("answers a person who asks repeatedly once in some seconds, including the last time", async () => {
  const before = countWords(LI.id);
  for (const times of [30, 1]) {
    for (let count = 0; count < times; count += 1) await say(LI, "/start");
    await poll();
    expect(countWords(LI.id)).toBe(before + 1);
  }
  bot.app.clock.advance(3_000);
  await bot.write(gate);
  expect(countWords(LI.id)).toBe(before + 2);
});

it("greets later if the messenger asks to wait, and does not write to the group until then", async () => {
  const { app } = bot;
  await poll();
  app.clock.advance(300_000);
  for (let message = 0; message < 6; message += 1) await app.telegram.sendMessage(GROUP, { html: `noise ${message}` });
  const before = countWords();
  await say(THU, "/start", GROUP_CHAT_ID);
  await poll();
  expect(countWords()).toBe(before);
  expect(gate.nextTurnMs(GROUP, app.clock.now().getTime())).toBeGreaterThan(app.clock.now().getTime());
  app.clock.advance(10_000);
  await bot.write(gate);
  expect(countWords()).toBe(before + 1);
});

it("carries out the others if an update fails, keeps that one for an operator, and leaves kinds that it does not know", async () => {
  const { app } = bot;
  const { kysely } = bot.database;
  const chat = { id: LI.id, type: "private" as const, first_name: "Li" };
  const from = { ...chat, is_bot: false };
  const user = { id: 1, is_bot: true as const, first_name: "Hongbao" };
  const impossible: ChatMemberUpdated = {
    chat: { id: 2 ** 70, type: "supergroup", title: "A chat of no possible id" },
    from,
    date: 1,
    old_chat_member: { status: "left", user },
    new_chat_member: { status: "member", user },
  };
  const before = countWords(LI.id);
  const start = { message_id: 1, date: 1, chat, from, text: "/start" };
  for (const update of [
    { update_id: 1, my_chat_member: impossible },
    { update_id: 2, message: start },
    { update_id: 3 },
  ])
    await storeUpdate(app, update);
  for (let second = 0; second < 10; second += 1) {
    await carryOutUpdates(app, new AbortController().signal);
    app.clock.advance(1_000);
  }
  await bot.write(gate);
  expect(countWords(LI.id)).toBe(before + 1);
  const updates = kysely.selectFrom("letter").where("queue", "=", "bot_update").where("place", "<", 4n);
  const date = expect.any(Date) as Date;
  expect(await updates.select(["sent_at", "attempts", "failed_at"]).orderBy("place").execute()).toMatchObject([
    { sent_at: null, attempts: 3, failed_at: date },
    { sent_at: date, failed_at: null },
    { sent_at: null, attempts: 0, failed_at: null },
  ]);
  expect(await selectDeadLetters(kysely)).toMatchObject([{ queue: "bot_update", id: "1", attempts: 3 }]);
  await kysely.deleteFrom("letter").where("queue", "=", "bot_update").where("place", "<", 4n).execute();
});
