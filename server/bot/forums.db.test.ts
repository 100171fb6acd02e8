import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHANNEL, type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { chatList } from "#server/messenger/chatCalls.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { askMember } from "#server/messenger/memberships.ts";
import { formatChatStartParam, readTopic } from "#server/messenger/startParams.ts";
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
    await bot.write();
  }
}
const countWords = (chatId: number) => bot.listWords(chatId).length;
const listPrivate = (person: Person) => bot.world.state.messages.filter(({ chatId }) => chatId === person.id);

/** The link that leads into the group, from a topic of it. */
const linkTo = (chatId: number, threadId: number | null = null) =>
  formatChatStartParam(bot.app.config.appSecrets, BigInt(chatId), threadId === null ? null : BigInt(threadId));
/** Opens the app by it. */
const comeFrom = (person: Person, threadId: number | null, chatId = GROUP_CHAT_ID) =>
  linkChat(bot.app, BigInt(person.id), linkTo(chatId, threadId));
const close = (...threadIds: number[]) =>
  Promise.all(threadIds.map((threadId) => act("closeTopic", { threadId, isClosed: true })));
const listTopics = () => (bot.world.topicsOf(GROUP_CHAT_ID) ?? []).map(({ threadId }) => threadId);
async function openAll(): Promise<void> {
  for (const threadId of listTopics()) await act("closeTopic", { threadId, isClosed: false });
  await settle();
  await bot.database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
}

/** What people were told of where a group hears the bot. */
async function readNews() {
  const letters = bot.database.kysely.selectFrom("letter").select(["kind", "tg_user_id", "payload as params"]);
  return (await letters.where("queue", "=", "notification").orderBy("created_at").execute()).filter(({ kind }) =>
    /posted|topics|inGeneral|inOther|groupClosed/iu.test(kind),
  );
}
const readKinds = async () => (await readNews()).map(({ kind }) => kind);

describe("an envelope in a forum", () => {
  let tea: number;
  let cake: number;
  beforeAll(async () => {
    await act("forum", { isForum: true });
    tea = (await act("openTopic", { name: "Tea" })).threadId ?? 0;
    cake = (await act("openTopic", { name: "Cake" })).threadId ?? 0;
    await settle();
  });
  beforeEach(openAll);

  const send = async () => {
    await openEnvelope(bot.app, BigInt(ANNA.id), { chatIds: [String(GROUP_CHAT_ID)] });
    const before = countWords(GROUP_CHAT_ID);
    await settle();
    return bot
      .listWords(GROUP_CHAT_ID)
      .slice(before)
      .map(({ threadId }) => threadId);
  };

  it("stands in the topic that its sender came from, once", async () => {
    await comeFrom(ANNA, tea);
    expect(await send()).toEqual([tea]);
    await comeFrom(ANNA, null);
    expect(await send()).toEqual([null]);
    expect(await readNews()).toEqual([]);
  });

  it("goes to General from a closed topic, to another topic where General is closed too, and its sender is told", async () => {
    await comeFrom(LI, cake);
    await comeFrom(ANNA, tea);
    await close(tea);
    expect(await send()).toEqual([null]);
    await close(1);
    expect(await send()).toEqual([cake]);
    expect(await readKinds()).toEqual(["inGeneral", "inOtherTopic"]);
  });

  it("is posted nowhere in a forum whose topics are all closed, and its sender is told what to do", async () => {
    await comeFrom(LI, cake);
    await comeFrom(ANNA, tea);
    await close(...listTopics());
    expect(await send()).toEqual([]);
    expect(await readKinds()).toEqual(["topicsClosed"]);
  });

  it("finds its way from a topic that was deleted meanwhile", async () => {
    const gone = (await act("openTopic", { name: "Gone" })).threadId ?? 0;
    await comeFrom(ANNA, gone);
    await act("deleteTopic", { threadId: gone });
    expect(await send()).toEqual([null]);
    expect(await readKinds()).toEqual(["inGeneral"]);
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
    await openAll();
    await bot.database.kysely.deleteFrom("chat_link").where("thread_id", "is not", null).execute();
  });
  afterEach(() => {
    for (const { id } of [ANNA, LI]) bot.world.personState(id).canBotWrite = false;
  });
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
    expect(readTopic(bot.urlOf(greeting).searchParams.get("startapp") ?? "")).toBe(BigInt(tea));
  });

  it("greets in General where that topic is closed or gone, and in another one where General is closed", async () => {
    await close(tea);
    expect(await hearPlaces("/start")).toEqual([null]);
    const cake = (await act("openTopic", { name: "More cake" })).threadId ?? 0;
    await comeFrom(LI, cake);
    await close(1);
    bot.app.clock.advance(400_000);
    expect(await hearPlaces("/start")).toEqual([cake]);
    await act("deleteTopic", { threadId: cake });
  });

  it("tells who sent /start that every topic is closed", async () => {
    await close(...listTopics());
    bot.app.clock.advance(400_000);
    expect(await hear("/start")).toEqual([]);
    expect(await readNews()).toEqual([
      { kind: "groupClosed", tg_user_id: BigInt(ANNA.id), params: { title: LUNCH.title } },
    ]);
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

describe("a group that becomes a supergroup", () => {
  let basic: number;
  let envelope: { envelopeId: string; passphrase: string };
  beforeEach(async () => {
    basic = (await act("createGroup", { title: "Family", people: [2, 6] })).chatId ?? 0;
    await act("botMembership", { chatId: basic, isMember: true });
    await settle();
    for (const person of [ANNA, LI]) await comeFrom(person, null, basic);
    envelope = await openEnvelope(bot.app, BigInt(ANNA.id), { chatIds: [String(basic)], count: 3 });
  });
  const upgrade = async () => (await act("upgradeGroup", { chatId: basic })).chatId ?? 0;

  it("keeps links, lists and what waits to be posted, and is greeted no second time", async () => {
    const chatId = await upgrade();
    await settle();
    expect(bot.listWords(chatId).map(({ photoUrl, text }) => photoUrl ?? text)).toEqual([
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
    const [, post] = bot.listWords(basic);
    expect(post?.text).toContain("Left: 3 of 3");
    const chatId = await upgrade();
    await settle();
    await claim(bot.app, BigInt(LI.id), envelope.passphrase, envelope.envelopeId);
    await settle();
    expect(post?.text).toContain("Left: 2 of 3");
    await comeFrom(BUDI, null, basic);
    const links = bot.database.kysely.selectFrom("chat_link").where("tg_user_id", "=", BigInt(BUDI.id));
    expect(await links.select("chat_id").execute()).toContainEqual({ chat_id: BigInt(chatId) });
  });

  it("is asked about under its new id once a question tells it", async () => {
    const chatId = await upgrade();
    bot.app.clock.advance(120_000);
    expect(await askMember(bot.app, BigInt(basic), BigInt(LI.id))).toMatchObject({ membership: "yes" });
    const known = bot.database.kysely.selectFrom("chat").where("chat_id", "=", BigInt(basic));
    expect(await known.select("moved_to_chat_id").execute()).toEqual([{ moved_to_chat_id: BigInt(chatId) }]);
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
