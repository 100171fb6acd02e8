import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHANNEL, type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { chatList } from "#server/messenger/chatCalls.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import { askMember } from "#server/messenger/memberships.ts";
import { formatChatStartParam, readTopic } from "#server/messenger/startParams.ts";
import { writeDue } from "#server/messenger/writeToGroups.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { callAs, claim, openEnvelope } from "#tests/support/story.ts";

const [ANNA, LI, , , , BUDI] = PEOPLE as [Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group];

let bot: Awaited<ReturnType<typeof openBotWorld>>;

beforeAll(async () => {
  bot = await openBotWorld("forums");
  bot.world.setBotMembership(LUNCH, true, ANNA);
  await settle();
  for (const person of [ANNA, LI, BUDI]) await bot.addSender(person);
});
afterAll(() => bot.close());
// The messenger's own limits are no matter here.
beforeEach(() => bot.app.clock.advance(600_000));

const act = (name: string, input: object = {}, person = ANNA) =>
  bot.host.act(name, { person: person.n, chatId: GROUP_CHAT_ID, ...input });

/** Lets the bot take what waits for it, and write what is due. */
async function settle(): Promise<void> {
  await bot.takeUpdates();
  for (let round = 0; round < 4; round += 1) {
    bot.app.clock.advance(61_000);
    await writeDue(bot.app, new GroupGate(), new AbortController().signal);
  }
}

const listWords = (chatId: number) =>
  bot.world.state.messages.filter(
    (message) => message.chatId === chatId && !message.isService && message.from.id === bot.world.botId,
  );
const countWords = (chatId: number) => listWords(chatId).length;

const readNews = async (person: Person) => {
  const rows = await bot.database.kysely
    .selectFrom("letter")
    .where("queue", "=", "notification")
    .select(["kind", "payload as params"])
    .where("tg_user_id", "=", BigInt(person.id))
    .execute();
  return rows.filter(({ kind }) => /posted|topics|inGeneral|inOther/iu.test(kind));
};

describe("an envelope in a forum", () => {
  let tea: number;
  let cake: number;
  beforeAll(async () => {
    await act("forum", { isForum: true });
    tea = (await act("openTopic", { name: "Tea" })).threadId ?? 0;
    cake = (await act("openTopic", { name: "Cake" })).threadId ?? 0;
    await settle();
  });
  beforeEach(async () => {
    for (const threadId of [1, tea, cake]) await act("closeTopic", { threadId, isClosed: false });
    await settle();
    await bot.database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  });

  /** Opens the app by the link that `/hongbao` gives in a topic. */
  const comeFrom = (person: Person, threadId: number | null) =>
    linkChat(
      bot.app,
      BigInt(person.id),
      formatChatStartParam(
        bot.app.config.appSecrets,
        BigInt(GROUP_CHAT_ID),
        threadId === null ? null : BigInt(threadId),
      ),
    );
  const send = async () => {
    await openEnvelope(bot.app, BigInt(ANNA.id), { chatIds: [String(GROUP_CHAT_ID)] });
    const before = countWords(GROUP_CHAT_ID);
    await settle();
    return listWords(GROUP_CHAT_ID)
      .slice(before)
      .map(({ threadId }) => threadId);
  };

  it("stands in the topic that its sender came from, once", async () => {
    await comeFrom(ANNA, tea);
    expect(await send()).toEqual([tea]);
    await comeFrom(ANNA, null);
    expect(await send()).toEqual([null]);
    expect(await readNews(ANNA)).toEqual([]);
  });

  it("goes to General from a closed topic, to another topic where General is closed too, and its sender is told", async () => {
    await comeFrom(LI, cake);
    await comeFrom(ANNA, tea);
    await act("closeTopic", { threadId: tea, isClosed: true });
    expect(await send()).toEqual([null]);
    await act("closeTopic", { threadId: 1, isClosed: true });
    expect(await send()).toEqual([cake]);
    expect((await readNews(ANNA)).map(({ kind }) => kind)).toEqual(["inGeneral", "inOtherTopic"]);
  });

  it("is posted nowhere in a forum whose topics are all closed, and its sender is told what to do", async () => {
    await comeFrom(LI, cake);
    await comeFrom(ANNA, tea);
    for (const threadId of [1, tea, cake]) await act("closeTopic", { threadId, isClosed: true });
    expect(await send()).toEqual([]);
    expect((await readNews(ANNA)).map(({ kind }) => kind)).toEqual(["topicsClosed"]);
  });

  it("finds its way from a topic that was deleted meanwhile", async () => {
    const gone = (await act("openTopic", { name: "Gone" })).threadId ?? 0;
    await comeFrom(ANNA, gone);
    await act("deleteTopic", { threadId: gone });
    expect(await send()).toEqual([null]);
    expect((await readNews(ANNA)).map(({ kind }) => kind)).toEqual(["inGeneral"]);
    await comeFrom(ANNA, null);
  });
});

describe("what the bot answers in a forum", () => {
  let tea: number;
  beforeAll(async () => {
    await act("forum", { isForum: true });
    tea = (await act("openTopic", { name: "Green tea" })).threadId ?? 0;
    await settle();
  });
  beforeEach(async () => {
    for (const { threadId } of bot.world.topicsOf(GROUP_CHAT_ID) ?? [])
      await act("closeTopic", { threadId, isClosed: false });
    await settle();
    await bot.database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
    await bot.database.kysely.deleteFrom("chat_link").where("thread_id", "is not", null).execute();
  });
  afterEach(() => {
    for (const { id } of [ANNA, LI]) bot.world.personState(id).canBotWrite = false;
  });
  const close = (...threadIds: number[]) =>
    Promise.all(threadIds.map((threadId) => act("closeTopic", { threadId, isClosed: true })));
  const closeAll = () => close(...(bot.world.topicsOf(GROUP_CHAT_ID) ?? []).map(({ threadId }) => threadId));

  /** Somebody writes in the topic; what the bot wrote upon it, in the group. */
  async function hear(text: string, more: object = {}, person = ANNA) {
    const before = bot.world.state.messages.length;
    await act("say", { text, threadId: tea, ...more }, person);
    await settle();
    return bot.world.state.messages
      .slice(before)
      .filter(({ chatId, from }) => chatId === GROUP_CHAT_ID && from.id === bot.world.botId);
  }
  const hearPlaces = async (...asked: Parameters<typeof hear>) =>
    (await hear(...asked)).map(({ threadId }) => threadId);

  it("greets in the topic of /start, by a link that leads envelopes back there", async () => {
    const [greeting] = await hear("/start");
    expect(greeting?.threadId).toBe(tea);
    const link = greeting?.replyMarkup?.inline_keyboard[0]?.[0]?.url ?? "";
    expect(readTopic(new URL(link).searchParams.get("startapp") ?? "")).toBe(BigInt(tea));
  });

  it("greets in General where that topic is closed or gone, and in another one where General is closed", async () => {
    await close(tea);
    expect(await hearPlaces("/start")).toEqual([null]);
    const cake = (await act("openTopic", { name: "More cake" })).threadId ?? 0;
    const { appSecrets } = bot.app.config;
    await linkChat(bot.app, BigInt(LI.id), formatChatStartParam(appSecrets, BigInt(GROUP_CHAT_ID), BigInt(cake)));
    await close(1);
    bot.app.clock.advance(400_000);
    expect(await hearPlaces("/start")).toEqual([cake]);
    await act("deleteTopic", { threadId: cake });
  });

  it("tells who sent /start that every topic is closed", async () => {
    await closeAll();
    bot.app.clock.advance(400_000);
    expect(await hear("/start")).toEqual([]);
    const rows = await bot.database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["kind", "tg_user_id", "payload as params"])
      .execute();
    expect(rows).toEqual([{ kind: "groupClosed", tg_user_id: BigInt(ANNA.id), params: { title: LUNCH.title } }]);
  });

  it("answers who speaks as nobody in their topic, else in General", async () => {
    expect(await hearPlaces("/open sesame seeds", { as: "anonymous" })).toEqual([tea]);
    await close(tea);
    expect(await hearPlaces("/open sesame seeds", { as: "anonymous" })).toEqual([null]);
  });

  it("answers a phrase that all saw in private, else points to the app in its topic, or in General", async () => {
    expect(await hearPlaces("/open sesame seeds", { isOpenly: true })).toEqual([tea]);
    await close(tea);
    expect(await hearPlaces("/open other seeds", { isOpenly: true })).toEqual([null]);
    bot.world.personState(ANNA.id).canBotWrite = true;
    expect(await hear("/open more seeds", { isOpenly: true })).toEqual([]);
    expect(listPrivate(ANNA).at(-1)?.text).toContain("passphrase");
  });

  it.each(["/open poppy seeds", "/hongbao"])(
    "tells %s alone, in its topic, in private or by the app's link",
    async (text) => {
      const [told] = await hear(text, {}, LI);
      expect(told).toMatchObject({ threadId: tea, onlyFor: LI.id });
      await close(tea);
      expect(await hear(`${text} again`)).toMatchObject([{ threadId: null, onlyFor: null }]);
      bot.world.personState(ANNA.id).canBotWrite = true;
      const before = listPrivate(ANNA).length;
      expect(await hear(`${text} anew`)).toEqual([]);
      expect(listPrivate(ANNA)).toHaveLength(before + 1);
    },
  );
});

const listPrivate = (person: Person) => bot.world.state.messages.filter(({ chatId }) => chatId === person.id);

describe("a group that becomes a supergroup", () => {
  let basic: number;
  let envelope: { envelopeId: string; passphrase: string };
  beforeEach(async () => {
    basic = (await act("createGroup", { title: "Family", people: [2, 6] })).chatId ?? 0;
    await act("botMembership", { chatId: basic, isMember: true });
    await settle();
    const startParam = formatChatStartParam(bot.app.config.appSecrets, BigInt(basic));
    for (const person of [ANNA, LI]) await linkChat(bot.app, BigInt(person.id), startParam);
    envelope = await openEnvelope(bot.app, BigInt(ANNA.id), { chatIds: [String(basic)], count: 3 });
  });
  const upgrade = async () => (await act("upgradeGroup", { chatId: basic })).chatId ?? 0;

  it("keeps links, lists and what waits to be posted, and is greeted no second time", async () => {
    const chatId = await upgrade();
    await settle();
    expect(listWords(chatId).map(({ photoUrl, text }) => photoUrl ?? text)).toEqual([
      expect.stringContaining("sent a red envelope"),
    ]);
    const { items } = await callAs(bot.app, chatList, BigInt(LI.id), { query: { limit: 10 } });
    const titled = items.filter(({ title }) => title === "Family").map((item) => item.chatId);
    expect(titled).toContain(String(chatId));
    expect(titled).not.toContain(String(basic));
    await settle();
    expect(countWords(basic) + countWords(chatId)).toBe(2);
  });

  it("goes on by the refusal alone, before any update has come", async () => {
    const chatId = await upgrade();
    const updates = bot.world.state.updates.splice(0);
    await settle();
    expect(countWords(chatId)).toBe(1);
    bot.world.state.updates.push(...updates);
    await settle();
    expect(countWords(chatId)).toBe(1);
  });

  it("has its open post followed to the end, and lets in by the old link", async () => {
    await settle();
    const [, post] = listWords(basic);
    expect(post?.text).toContain("Left: 3 of 3");
    const chatId = await upgrade();
    await settle();
    await claim(bot.app, BigInt(LI.id), envelope.passphrase, envelope.envelopeId);
    await settle();
    expect(post?.text).toContain("Left: 2 of 3");
    const startParam = formatChatStartParam(bot.app.config.appSecrets, BigInt(basic));
    await linkChat(bot.app, BigInt(BUDI.id), startParam);
    const links = await bot.database.kysely
      .selectFrom("chat_link")
      .select("chat_id")
      .where("tg_user_id", "=", BigInt(BUDI.id))
      .execute();
    expect(links.map((link) => link.chat_id)).toContain(BigInt(chatId));
  });

  it("is asked about under its new id once a question tells it", async () => {
    const chatId = await upgrade();
    bot.app.clock.advance(120_000);
    expect(await askMember(bot.app, BigInt(basic), BigInt(LI.id))).toMatchObject({ membership: "yes" });
    const moved = await bot.database.kysely
      .selectFrom("chat")
      .select("moved_to_chat_id")
      .where("chat_id", "=", BigInt(basic))
      .executeTakeFirstOrThrow();
    expect(moved.moved_to_chat_id).toBe(BigInt(chatId));
    await settle();
  });
});

describe("rights that a link gives the bot", () => {
  const readAdministrator = (chatId: number) =>
    bot.database.kysely
      .selectFrom("chat")
      .select(["is_bot_administrator", "is_bot_member", "kind"])
      .where("chat_id", "=", BigInt(chatId))
      .executeTakeFirst();

  it("make it an administrator of a group, of its next id if it had another, and of a channel", async () => {
    const basic = (await act("createGroup", { title: "Cousins", people: [2] })).chatId ?? 0;
    const chatId = (await act("addBot", { chatId: basic, admin: "manage_chat delete_messages" })).chatId ?? 0;
    await settle();
    const appointed = { is_bot_administrator: true, is_bot_member: true };
    expect(await readAdministrator(chatId)).toEqual({ ...appointed, kind: "group" });
    expect(countWords(chatId)).toBe(1);
    await act("addBot", { chatId: CHANNEL.chatId, admin: "manage_chat" });
    await settle();
    expect(await readAdministrator(CHANNEL.chatId)).toEqual({ ...appointed, kind: "channel" });
  });
});
