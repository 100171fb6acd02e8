import { formatEther, parseEther } from "ethers";
import type { ChatMember, ChatMemberUpdated, Update } from "grammy/types";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HostApi } from "#devnet/telegram/hostApi.ts";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { TelegramWorld } from "#devnet/telegram/telegramWorld.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import type { Database } from "#server/db/database.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { shareEnvelope } from "#server/envelopes/shareEnvelope.ts";
import { selectDeadLetters } from "#server/outbox/deadLetters.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { callAs, claim, openEnvelope } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { answerPeople } from "#server/messenger/answers.ts";
import type { MemberReply } from "#server/messenger/botApi.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { carryOutUpdates, handleUpdate, storeUpdate } from "#server/bot/updates.ts";
import { GROUP_REQUEST, requestChat } from "#server/messenger/chatCalls.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { formatChatStartParam, formatPostStartParam, readChatStartParam } from "#server/messenger/startParams.ts";
import { openPictures } from "#server/pictures/pictures.ts";
import { writeDue } from "#server/messenger/writeToGroups.ts";

const [ANNA, LI, , THU, LUCIA, BUDI, STRANGER] = PEOPLE as [Person, Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group, Group];
const GROUP = BigInt(GROUP_CHAT_ID);
const AWAY: MemberReply = { kind: "unknown", why: "away", retryAfterMs: null };

describe("the bot", () => {
  let bot: Awaited<ReturnType<typeof openBotWorld>>;
  let database: Database;
  let app: TestApp;
  let world: TelegramWorld;
  let host: HostApi;
  let gate: GroupGate;

  beforeAll(async () => {
    bot = await openBotWorld("bot");
    ({ database, app, world, host } = bot);
    app.pictures = openPictures(silentLogger);
  });
  afterAll(async () => {
    await app.pictures.close();
    await bot.close();
  });
  beforeEach(() => {
    gate = new GroupGate();
    world.setBotMembership(LUNCH, true, ANNA);
    // Most tests are not about the messenger's own limits.
    app.clock.advance(120_000);
  });
  afterEach(() => world.setBotMembership(LUNCH, true, ANNA));

  const { signal } = new AbortController();

  const messagesOf = (chatId: number) =>
    world.state.messages.filter((message) => message.chatId === chatId && !message.isService && message.from.is_bot);

  const buttonsOf = (message: StoredMessage | undefined) => message?.replyMarkup?.inline_keyboard.flat() ?? [];

  const urlOf = (message: StoredMessage | undefined) =>
    new URL(buttonsOf(message).find(({ url }) => url !== undefined)?.url ?? "about:blank");

  const startParamOf = (message: StoredMessage | undefined) => urlOf(message).searchParams.get("startapp") ?? "";

  /** Sends the bot's due answers. */
  async function answer(): Promise<void> {
    await answerPeople.run(app, signal);
    await writeDue(app, gate, signal);
  }

  async function poll(): Promise<void> {
    await bot.takeUpdates();
    await answer();
  }

  const nameOf = ({ firstName, lastName }: Person) => [firstName, lastName].filter(Boolean).join(" ");

  async function readBestLuck(envelopeId: string) {
    const best = await database.kysely
      .selectFrom("claim")
      .innerJoin("tg_user", "tg_user.tg_user_id", "claim.tg_user_id")
      .select(["first_name", "amount_base"])
      .where("envelope_id", "=", envelopeId)
      .orderBy("amount_base", "desc")
      .executeTakeFirstOrThrow();
    return { name: best.first_name, amount: formatEther(best.amount_base) };
  }

  async function openInGroup(sender: Person, remark: string, body: Parameters<typeof openEnvelope>[2] = {}) {
    const tgUserId = await bot.addSender(sender);
    return openEnvelope(app, tgUserId, { count: 3, remark, chatIds: [String(GROUP)], ...body });
  }

  async function readPost(envelopeId: string) {
    return database.kysely
      .selectFrom("group_post")
      .selectAll()
      .where("envelope_id", "=", envelopeId)
      .executeTakeFirstOrThrow();
  }

  /** Runs the posting job over time until the group shows the current state. */
  async function postUntilShown(envelopeId: string): Promise<number> {
    for (let round = 1; round <= 40; round += 1) {
      const post = await readPost(envelopeId);
      if (!post.is_stale || post.failed_at !== null) return round;
      await writeDue(app, gate, signal);
      app.clock.advance(500);
    }
    throw new Error("the group never saw the last state");
  }

  it("greets a group after it is added, once, with a link that contains the signed group", async () => {
    world.setBotMembership(LUNCH, false, ANNA);
    await poll();
    const before = messagesOf(GROUP_CHAT_ID).length;
    world.setBotMembership(LUNCH, true, LI);
    await poll();
    await poll();
    const greetings = messagesOf(GROUP_CHAT_ID).slice(before);
    expect(greetings).toHaveLength(1);
    expect(greetings[0]?.text).toContain(LUNCH.title);
    expect(greetings[0]?.text).toContain("大家好");
    const url = urlOf(greetings[0]);
    expect(`${url.origin}${url.pathname}`).toBe(`https://t.me/${app.telegram.username}/${app.config.botAppName}`);
    expect(readChatStartParam(app.config.appSecrets, url.searchParams.get("startapp") ?? "")).toBe(GROUP);
    const chat = await database.kysely.selectFrom("chat").selectAll().where("chat_id", "=", GROUP).executeTakeFirst();
    expect(chat).toMatchObject({ title: LUNCH.title, is_bot_member: true });

    world.setBotMembership(LUNCH, false, LI);
    await poll();
    const left = await database.kysely
      .selectFrom("chat")
      .select("is_bot_member")
      .where("chat_id", "=", GROUP)
      .executeTakeFirst();
    expect(left?.is_bot_member).toBe(false);
  });

  it("knows where it is an administrator, and is told there for sure who is a member", async () => {
    const { telegram } = app;
    const readRight = async () =>
      (await database.kysely.selectFrom("chat").selectAll().where("chat_id", "=", GROUP).executeTakeFirstOrThrow())
        .is_bot_administrator;
    await poll();
    expect([await readRight(), (await telegram.readChat(GROUP))?.isBotAdministrator]).toEqual([false, false]);
    world.state.hiddenMembers[GROUP_CHAT_ID] = true;
    expect(await telegram.askMember(GROUP, BigInt(LI.id))).toMatchObject({ kind: "unknown", why: "hidden" });
    world.setBotAdministrator(LUNCH, true, ANNA);
    await poll();
    expect(await readRight()).toBe(true);
    const { title, username } = LUNCH;
    expect(await telegram.readChat(GROUP)).toEqual({ title, username, isBotAdministrator: true });
    expect(await telegram.askMember(GROUP, BigInt(LI.id))).toEqual({ kind: "yes" });
    world.setMembership(LI, LUNCH, false);
    expect(await telegram.askMember(GROUP, BigInt(LI.id))).toEqual({ kind: "no" });
    expect(await telegram.askMember(GROUP, 5n)).toEqual({ kind: "no" });
    world.setMembership(LI, LUNCH, true);
    world.state.hiddenMembers[GROUP_CHAT_ID] = false;
    world.setBotMembership(LUNCH, false, ANNA);
    expect(await telegram.readChat(GROUP)).toBeNull();
    expect(await telegram.askMember(GROUP, BigInt(LI.id))).toMatchObject({ kind: "unknown", why: "gone" });
    await poll();
    expect(await readRight()).toBe(false);
  });

  it("links a channel to the person who let it in, and says nothing there", async () => {
    const anna = await bot.addPerson(ANNA);
    const chat = { id: -1_009_000_000_001, type: "channel" as const, title: "News", username: "the_news" };
    const itself = { id: world.botId, is_bot: true as const, first_name: "Hongbao" };
    const left = { user: itself, status: "left" as const };
    const appointed = { ...world.describeBot(chat.id, true, true), user: itself } as ChatMember;
    const from = { id: ANNA.id, is_bot: false as const, first_name: "Anna" };
    const change = { chat, from, date: 0, old_chat_member: left, new_chat_member: appointed };
    await handleUpdate(app, { update_id: 1, my_chat_member: change });
    await handleUpdate(app, { update_id: 1, my_chat_member: { ...change, from: { ...from, id: 5 } } });
    await answer();
    const links = await database.kysely
      .selectFrom("chat_link")
      .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
      .select(["tg_user_id", "kind", "username", "is_bot_administrator"])
      .where("chat.chat_id", "=", BigInt(chat.id))
      .execute();
    expect(links).toEqual([{ tg_user_id: anna, kind: "channel", username: "the_news", is_bot_administrator: true }]);
  });

  describe("a group chosen in the app", () => {
    const linksOf = async (person: Person) =>
      (
        await database.kysely
          .selectFrom("chat_link")
          .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
          .select(["title", "is_bot_member"])
          .where("tg_user_id", "=", BigInt(person.id))
          .execute()
      ).map(({ title, is_bot_member: isBotMember }) => [title, isBotMember]);

    /** What only the messenger can send, if it lied. */
    const tell = (person: Person, chatId: number, requestId = GROUP_REQUEST) => {
      const chat = { id: person.id, type: "private" as const, first_name: person.firstName };
      const shared = { request_id: requestId, chat_id: chatId, title: "A stranger's title" };
      return handleUpdate(app, {
        update_id: 1,
        message: { message_id: 1, date: 1, chat, from: { ...chat, is_bot: false }, chat_shared: shared },
      });
    };

    it("is linked to the person, and the bot is in it", async () => {
      await bot.addPerson(BUDI);
      world.setBotMembership(LUNCH, false, ANNA);
      await bot.takeUpdates();
      const { requestId } = await callAs(app, requestChat, BigInt(BUDI.id), {});
      await host.act("shareRequested", { person: BUDI.n, id: requestId, chatId: GROUP_CHAT_ID });
      await poll();
      expect(await linksOf(BUDI)).toEqual([[LUNCH.title, true]]);
      expect(world.isBotIn(GROUP_CHAT_ID)).toBe(true);
    });

    it("is not linked to somebody who is not in it, nor where the bot is not, nor by another button", async () => {
      await bot.addPerson(STRANGER);
      await tell(STRANGER, GROUP_CHAT_ID);
      await tell(STRANGER, -1_009_000_000_009);
      await bot.addPerson(LI);
      await database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", BigInt(LI.id)).execute();
      await tell(LI, GROUP_CHAT_ID, GROUP_REQUEST + 1);
      world.setBotMembership(LUNCH, false, ANNA);
      await tell(LI, GROUP_CHAT_ID);
      expect([await linksOf(STRANGER), await linksOf(LI)]).toEqual([[], []]);
    });

    it("keeps the title that the messenger gives the group", async () => {
      await bot.addPerson(LI);
      await tell(LI, GROUP_CHAT_ID);
      expect(await linksOf(LI)).toEqual([[LUNCH.title, true]]);
    });

    it("is greeted once, whichever the messenger tells first: the choice or that the bot is in it", async () => {
      await bot.addPerson(LI);
      const BOT = { id: 1, is_bot: true as const, first_name: "Hongbao", username: app.telegram.username };
      const presence = (status: "left" | "member"): Update => ({
        update_id: 2,
        my_chat_member: {
          chat: { id: GROUP_CHAT_ID, type: "supergroup" as const, title: LUNCH.title },
          from: { id: LI.id, is_bot: false, first_name: LI.firstName, language_code: "es" },
          date: 1,
          old_chat_member: { status: "left" as const, user: BOT },
          new_chat_member: { status, user: BOT } as ChatMember,
        },
      });
      const readGreeting = () =>
        database.kysely
          .selectFrom("letter")
          .where("queue", "=", "bot_answer")
          .select("due_at")
          .where("letter_id", "=", String(GROUP))
          .executeTakeFirst();
      for (const isChoiceFirst of [true, false]) {
        await handleUpdate(app, presence("left"));
        await database.kysely
          .deleteFrom("letter")
          .where("queue", "=", "bot_answer")
          .where("letter_id", "=", String(GROUP))
          .execute();
        if (isChoiceFirst) await tell(LI, GROUP_CHAT_ID);
        await handleUpdate(app, presence("member"));
        if (!isChoiceFirst) await tell(LI, GROUP_CHAT_ID);
        expect((await readGreeting())?.due_at, String(isChoiceFirst)).toEqual(app.clock.now());
      }
    });

    it("is nothing to somebody who never opened the app", async () => {
      await database.kysely.deleteFrom("tg_user").where("tg_user_id", "=", BigInt(THU.id)).execute();
      await tell(THU, GROUP_CHAT_ID);
      expect(await linksOf(THU)).toEqual([]);
    });
  });

  it("answers a private /start with the app's link, and may write from then on", async () => {
    const luciaId = await bot.addPerson(LUCIA);
    await host.act("say", { person: LUCIA.n, chatId: LUCIA.id, text: "/start" });
    await poll();
    const [welcome] = messagesOf(LUCIA.id);
    expect(welcome?.text).toContain("¡Te damos la bienvenida, \u2068Lucía\u2069!");
    expect(urlOf(welcome).href).toBe(`https://t.me/${app.telegram.username}/${app.config.botAppName}`);
    const readAccess = async () =>
      database.kysely
        .selectFrom("tg_user")
        .select("allows_write_to_pm")
        .where("tg_user_id", "=", luciaId)
        .executeTakeFirst();
    expect((await readAccess())?.allows_write_to_pm).toBe(true);
    await host.act("blockBot", { person: LUCIA.n, isBlocked: true });
    await poll();
    expect((await readAccess())?.allows_write_to_pm).toBe(false);
  });

  it("greets a group once in five minutes, and answers a person at once, however many /start it gets", async () => {
    await poll();
    const before = messagesOf(GROUP_CHAT_ID).length;
    const lis = messagesOf(LI.id).length;
    for (let count = 0; count < 60; count += 1)
      await host.act("say", { person: THU.n, chatId: GROUP_CHAT_ID, text: "/start" });
    await host.act("say", { person: LI.n, chatId: LI.id, text: "/start" });
    // The messenger's clock stands still: an answer that waits for its limits would not arrive.
    await poll();
    expect(messagesOf(LI.id)).toHaveLength(lis + 1);
    const greeted = messagesOf(GROUP_CHAT_ID).length;
    expect(greeted - before).toBeLessThanOrEqual(1);

    app.clock.advance(120_000);
    await host.act("say", { person: THU.n, chatId: GROUP_CHAT_ID, text: "/start" });
    await poll();
    expect(messagesOf(GROUP_CHAT_ID)).toHaveLength(greeted);
    app.clock.advance(300_000);
    await host.act("say", { person: THU.n, chatId: GROUP_CHAT_ID, text: "/start" });
    await poll();
    expect(messagesOf(GROUP_CHAT_ID)).toHaveLength(greeted + 1);
  });

  it("answers a person who asks repeatedly once in some seconds, including the last time", async () => {
    const before = messagesOf(LI.id).length;
    const ask = () => host.act("say", { person: LI.n, chatId: LI.id, text: "/start" });
    for (let count = 0; count < 30; count += 1) await ask();
    await poll();
    expect(messagesOf(LI.id)).toHaveLength(before + 1);
    await ask();
    await poll();
    expect(messagesOf(LI.id)).toHaveLength(before + 1);
    app.clock.advance(3_000);
    await answer();
    expect(messagesOf(LI.id)).toHaveLength(before + 2);
  });

  it("greets later if the messenger asks to wait, and does not write to the group until then", async () => {
    await poll();
    app.clock.advance(300_000);
    for (let message = 0; message < 6; message += 1)
      await app.telegram.sendMessage(GROUP, { html: `noise ${message}` });
    const before = messagesOf(GROUP_CHAT_ID).length;
    await host.act("say", { person: THU.n, chatId: GROUP_CHAT_ID, text: "/start" });
    await poll();
    expect(messagesOf(GROUP_CHAT_ID)).toHaveLength(before);
    expect(gate.nextTurnMs(GROUP, app.clock.now().getTime())).toBeGreaterThan(app.clock.now().getTime());
    app.clock.advance(10_000);
    await answer();
    expect(messagesOf(GROUP_CHAT_ID)).toHaveLength(before + 1);
  });

  it("carries out the others if an update fails, keeps that one for an operator, and leaves kinds that it does not know", async () => {
    const person = { id: LI.id, type: "private" as const, first_name: "Li" };
    const start = (update_id: number, chat: typeof person) => {
      const from = { ...chat, is_bot: false };
      return { update_id, message: { message_id: 1, date: 1, chat, from, text: "/start" } };
    };
    const before = messagesOf(LI.id).length;
    const bot = { id: 1, is_bot: true as const, first_name: "Hongbao" };
    const impossible: ChatMemberUpdated = {
      chat: { id: 2 ** 70, type: "supergroup", title: "A chat of no possible id" },
      from: { ...person, is_bot: false },
      date: 1,
      old_chat_member: { status: "left", user: bot },
      new_chat_member: { status: "member", user: bot },
    };
    for (const update of [{ update_id: 1, my_chat_member: impossible }, start(2, person), { update_id: 3 }])
      await storeUpdate(app, update);
    for (let second = 0; second < 10; second += 1) {
      await carryOutUpdates(app, signal);
      app.clock.advance(1_000);
    }
    await answer();
    expect(messagesOf(LI.id)).toHaveLength(before + 1);
    const updates = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "bot_update")
      .select(["sent_at", "attempts", "failed_at"])
      .where("place", "<", 4n)
      .orderBy("place")
      .execute();
    const date = expect.any(Date) as Date;
    expect(updates).toMatchObject([
      { sent_at: null, attempts: 3, failed_at: date },
      { sent_at: date, failed_at: null },
      { sent_at: null, attempts: 0, failed_at: null },
    ]);
    expect(await selectDeadLetters(database.kysely)).toMatchObject([{ queue: "bot_update", id: "1", attempts: 3 }]);
    await database.kysely.deleteFrom("letter").where("queue", "=", "bot_update").where("place", "<", 4n).execute();
  });

  it("posts an envelope once, without its secrets, and updates the counter after claims", async () => {
    await poll();
    const { envelopeId, passphrase } = await openInGroup(ANNA, "Good <luck> & joy");
    const before = messagesOf(GROUP_CHAT_ID).length;
    await postUntilShown(envelopeId);
    const posts = () => messagesOf(GROUP_CHAT_ID).slice(before);
    expect(posts()).toHaveLength(1);
    // Some versions of ICU have a narrow space there.
    expect(posts()[0]?.text.replaceAll("\u202f", " ").split("\n")).toEqual([
      "🧧 \u2068Anna Keller\u2069 sent a red envelope",
      "Lucky draw · 0.05 ETH · shares: 3",
      "\u2068Good <luck> & joy\u2069",
      "Left: 3 of 3",
      "Ask the sender for the passphrase to claim.",
      expect.stringMatching(/^Open until Nov \d+, 2026, \d+:\d\d [AP]M UTC$/u),
    ]);
    expect(posts()[0]?.text.toLowerCase()).not.toContain(passphrase.toLowerCase());
    expect(startParamOf(posts()[0])).toBe(formatPostStartParam(app.config.appSecrets, envelopeId, GROUP));
    expect(posts()[0]?.replyMarkup?.inline_keyboard[0]?.[0]?.style).toBe("primary");

    await claim(app, await bot.addPerson(LI), passphrase, envelopeId);
    await claim(app, await bot.addPerson(THU), passphrase, envelopeId);
    await postUntilShown(envelopeId);
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.text).toContain("Left: 1 of 3");
    expect(posts()[0]?.edits).toBe(1);

    await claim(app, await bot.addPerson(BUDI), passphrase, envelopeId);
    await postUntilShown(envelopeId);
    expect(posts()[0]?.text).toContain("Left: 0 of 3\nAll shares have been claimed.");
    expect(buttonsOf(posts()[0])).toMatchObject([{ text: "See who got what", style: "primary" }, { text: "My share" }]);
    const luck = await readBestLuck(envelopeId);
    // Who drew the most is named once.
    const shown = posts()[0]?.text ?? "";
    expect(shown).toMatch(new RegExp(`\n🏆 Best luck: .*${luck.name}.* · ${luck.amount} ETH\n`, "u"));
    expect(shown.split(luck.amount)).toHaveLength(2);
    expect(luck.name).not.toBe("");
  });

  it("says in the group that the sender has ended an envelope", async () => {
    await poll();
    const before = messagesOf(GROUP_CHAT_ID).length;
    const { envelopeId } = await openInGroup(ANNA, "");
    await postUntilShown(envelopeId);
    app.clock.advance(app.config.closeAfterMs);
    await callAs(app, closeEnvelope, BigInt(ANNA.id), { body: { envelopeId } });
    await postUntilShown(envelopeId);
    expect(messagesOf(GROUP_CHAT_ID)[before]?.text).toMatch(/Left: 3 of 3\nEnded by the sender\.$/u);
  });

  it("names everyone who shares the best luck, and nobody if shares are equal", async () => {
    await poll();
    const before = messagesOf(GROUP_CHAT_ID).length;
    const draw = await openInGroup(ANNA, "");
    for (const [slot, amount] of ["0.02", "0.02", "0.01"].entries()) {
      await database.kysely
        .updateTable("share")
        .set({ amount_base: parseEther(amount) })
        .where("envelope_id", "=", draw.envelopeId)
        .where("slot", "=", slot + 1)
        .execute();
    }
    await database.kysely
      .updateTable("envelope")
      .set({ best_base: parseEther("0.02") })
      .where("envelope_id", "=", draw.envelopeId)
      .execute();
    for (const person of [LI, THU, BUDI])
      await claim(app, await bot.addPerson(person), draw.passphrase, draw.envelopeId);
    await postUntilShown(draw.envelopeId);
    expect(messagesOf(GROUP_CHAT_ID)[before]?.text).toContain(
      `\n🏆 Best luck: \u2068${LI.lastName}${LI.firstName}\u2069 and \u2068${nameOf(THU)}\u2069 · 0.02 ETH`,
    );
    const equal = await openInGroup(ANNA, "", { type: "ordinary", totalAmount: "0.03" });
    for (const person of [LI, THU, BUDI])
      await claim(app, await bot.addPerson(person), equal.passphrase, equal.envelopeId);
    await postUntilShown(equal.envelopeId);
    expect(messagesOf(GROUP_CHAT_ID).at(-1)?.text).toMatch(
      /All shares have been claimed\.\n(?:.* · 0\.01 ETH\n?){3}$/u,
    );
  });

  it("shows the envelope's wish in the sender's language if the remark is empty", async () => {
    await poll();
    const { envelopeId } = await openInGroup(LI, "");
    await postUntilShown(envelopeId);
    expect(messagesOf(GROUP_CHAT_ID).at(-1)?.text).toContain("恭喜发财，大吉大利");
    const shared = await callAs(app, shareEnvelope, BigInt(LI.id), { body: { envelopeId } });
    expect(new URL(shared.shareUrl).searchParams.get("text")).toBe("Good luck to everybody");
  });

  it("links a group to members who open its post, and to nobody else", async () => {
    await poll();
    const { envelopeId } = await openInGroup(ANNA, "");
    await postUntilShown(envelopeId);
    let startParam = startParamOf(messagesOf(GROUP_CHAT_ID).at(-1));
    const open = async (person: Person) => {
      const tgUserId = await bot.addPerson(person);
      await database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", tgUserId).execute();
      await linkChat(app, tgUserId, startParam);
      const links = await database.kysely
        .selectFrom("chat_link")
        .select("chat_id")
        .where("tg_user_id", "=", tgUserId)
        .execute();
      return links.map((link) => link.chat_id);
    };
    expect(await open(THU)).toEqual([GROUP]);
    expect(await open(STRANGER)).toEqual([]);
    // So does the bot's greeting, which can be forwarded as well.
    startParam = formatChatStartParam(app.config.appSecrets, GROUP);
    expect(await open(THU)).toEqual([GROUP]);
    expect(await open(STRANGER)).toEqual([]);
    // While the messenger is unreachable nobody is linked, and nothing fails.
    const { telegram } = app;
    app.telegram = { ...telegram, askMember: async () => AWAY };
    expect(await open(THU)).toEqual([]);
    app.telegram = telegram;
  });

  it("edits at most every three seconds, waits as asked, and ends with the last state", async () => {
    await poll();
    const { envelopeId, passphrase } = await openInGroup(ANNA, "");
    await postUntilShown(envelopeId);
    const postedAt = app.clock.now();
    await claim(app, await bot.addPerson(LI), passphrase, envelopeId);
    const post = await readPost(envelopeId);
    expect(post.is_stale).toBe(true);
    expect(post.due_at.getTime() - postedAt.getTime()).toBeGreaterThanOrEqual(2_000);

    // Others flood the group: the messenger asks the bot to wait.
    for (let message = 0; message < 6; message += 1)
      await app.telegram.sendMessage(GROUP, { html: `noise ${message}` });
    app.clock.advance(3_000);
    for (let message = 0; message < 5; message += 1) await app.telegram.sendMessage(GROUP, { html: `more ${message}` });
    await writeDue(app, gate, signal);
    const delayed = await readPost(envelopeId);
    expect(delayed.last_error).toContain("Too Many Requests");
    expect(delayed.is_stale).toBe(true);
    expect(delayed.due_at > app.clock.now()).toBe(true);
    await postUntilShown(envelopeId);
    const shown = messagesOf(GROUP_CHAT_ID).find((message) => startParamOf(message).startsWith(`c_${envelopeId}_`));
    expect(shown?.text).toContain("Left: 2 of 3");
  });

  it("stays due if a claim comes between the read and the edit", async () => {
    await poll();
    const { envelopeId, passphrase } = await openInGroup(ANNA, "");
    await postUntilShown(envelopeId);
    await claim(app, await bot.addPerson(LI), passphrase, envelopeId);
    app.clock.advance(5_000);
    const thuId = await bot.addPerson(THU);
    const { telegram } = app;
    const slow = { ...app, telegram: { ...telegram, editCaption: claimFirst } };
    async function claimFirst(...edit: Parameters<typeof telegram.editCaption>) {
      await claim(app, thuId, passphrase, envelopeId);
      return telegram.editCaption(...edit);
    }
    await writeDue(slow, gate, signal);
    expect((await readPost(envelopeId)).is_stale).toBe(true);
    await postUntilShown(envelopeId);
    const shown = messagesOf(GROUP_CHAT_ID).find((message) => startParamOf(message).startsWith(`c_${envelopeId}_`));
    expect(shown?.text).toContain("Left: 1 of 3");
  });

  it("posts nothing for a sender who has left the group, and notifies that person", async () => {
    await poll();
    const tgUserId = BigInt(STRANGER.id);
    app.world.members.add(`${GROUP}:${tgUserId}`);
    const before = messagesOf(GROUP_CHAT_ID).length;
    await bot.addPerson(STRANGER);
    const link = { tg_user_id: tgUserId, chat_id: GROUP, linked_at: app.clock.now() };
    await database.kysely.insertInto("chat_link").values(link).execute();
    // They left between the send and the post, and the messenger is away at first.
    const { telegram } = app;
    app.telegram = { ...telegram, askMember: async () => ({ kind: "yes" }) };
    const { envelopeId } = await openInGroup(STRANGER, "");
    app.telegram = { ...telegram, askMember: async () => AWAY };
    await writeDue(app, gate, signal);
    expect(await readPost(envelopeId)).toMatchObject({ failed_at: null, message_id: null });
    app.telegram = telegram;
    await postUntilShown(envelopeId);
    expect(messagesOf(GROUP_CHAT_ID)).toHaveLength(before);
    expect((await readPost(envelopeId)).failed_at).not.toBeNull();
    const notifications = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["kind", "payload as params"])
      .where("tg_user_id", "=", tgUserId)
      .execute();
    expect(notifications).toContainEqual({ kind: "notPosted", params: expect.objectContaining({ envelopeId }) });
  });

  it("writes privately only to people who allow it", async () => {
    const budiId = await bot.addPerson(BUDI);
    async function notify(): Promise<{ sent_at: Date | null; failed_at: Date | null }> {
      const params = { amount: "0.05", coinType: "eth", orderId: "Ab-9_x" };
      await database.kysely
        .transaction()
        .execute((trx) => queueNotification(trx, app, { tgUserId: budiId, kind: "excessToBalance", params }));
      const { letter_id: id } = await database.kysely
        .selectFrom("letter")
        .where("queue", "=", "notification")
        .select("letter_id")
        .where("tg_user_id", "=", budiId)
        .where("sent_at", "is", null)
        .where("failed_at", "is", null)
        .executeTakeFirstOrThrow();
      await sendNotifications.run(app, signal);
      return database.kysely
        .selectFrom("letter")
        .where("queue", "=", "notification")
        .select(["sent_at", "failed_at"])
        .where("letter_id", "=", id)
        .executeTakeFirstOrThrow();
    }
    expect(await notify()).toMatchObject({ sent_at: null, failed_at: app.clock.now() });
    await host.act("writeAccess", { person: BUDI.n, isAllowed: true });
    await poll();
    expect(await notify()).toMatchObject({ sent_at: app.clock.now(), failed_at: null });
    expect(messagesOf(BUDI.id).at(-1)?.text).toContain("0,05 ETH (Ethereum)");
    // It links to the state of its order.
    expect(startParamOf(messagesOf(BUDI.id).at(-1))).toBe("o_Ab-9_x");
    world.personState(BUDI.id).hasBlockedBot = true;
    expect(await notify()).toMatchObject({ sent_at: null, failed_at: app.clock.now() });
  });

  it("prepares a shareable message, for one's own open envelopes", async () => {
    await poll();
    const { envelopeId } = await openInGroup(ANNA, "for you");
    const shared = await callAs(app, shareEnvelope, BigInt(ANNA.id), { body: { envelopeId } });
    const prepared = world.state.prepared[shared.preparedMessageId ?? ""];
    expect(prepared).toMatchObject({ userId: ANNA.id, isForGroups: true });
    expect(prepared?.text).toContain("\u2068Anna Keller\u2069 sent a red envelope");
    const link = new URL(shared.shareUrl).searchParams.get("url");
    expect(link).toBe(`https://t.me/${app.telegram.username}/${app.config.botAppName}?startapp=e_${envelopeId}`);
    const others = callAs(app, shareEnvelope, await bot.addPerson(LI), { body: { envelopeId } });
    await expect(others).rejects.toMatchObject({ key: "notFound" });
    app.clock.advance(app.config.envelopeTtlMs);
    const late = callAs(app, shareEnvelope, BigInt(ANNA.id), { body: { envelopeId } });
    await expect(late).rejects.toMatchObject({ key: "notAvailable" });
  });
});
