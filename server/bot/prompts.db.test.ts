import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { handleUpdate } from "#server/bot/updates.ts";
import { endInlineMessages } from "#server/messenger/inlineMessages.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { findDesk, takeUpdate } from "./bot.ts";
import { callAs, claim } from "#tests/support/story.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";

const [ANNA, LI, , THU, , BUDI] = PEOPLE as [Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group, Group];
const SECRET = "Happy green lantern";

let bot: Awaited<ReturnType<typeof openBotWorld>>;

beforeAll(async () => {
  bot = await openBotWorld("prompts");
  bot.world.setBotMembership(LUNCH, true, ANNA);
  await bot.takeUpdates();
});
afterAll(() => bot.close());
beforeEach(() => bot.app.clock.advance(120_000));

const say = (person: Person, text: string, isOpenly = false) =>
  bot.host.act("say", { person: person.n, chatId: GROUP_CHAT_ID, text, isOpenly });

/** The button under the newest post. */
async function press(person: Person) {
  const post = bot.seeMessages(person).findLast(({ onlyFor, replyMarkup }) => onlyFor === null && replyMarkup !== null);
  const data = post?.replyMarkup?.inline_keyboard
    .flat()
    .find((button) => button.callback_data !== undefined)?.callback_data;
  const input = { person: person.n, chatId: GROUP_CHAT_ID, messageId: post?.messageId, data };
  const pressed = bot.host.act("pressButton", input);
  await bot.takeUpdates();
  const { answer } = (await pressed) as { answer: { text: string } | null };
  return answer;
}

const seeLast = (person: Person) => bot.seeMessages(person).at(-1);

const countClaims = async (envelopeId: string) =>
  (await bot.database.kysely.selectFrom("claim").selectAll().where("envelope_id", "=", envelopeId).execute()).length;

/** Everything that is kept of what the messenger delivered. */
async function readStored(): Promise<string> {
  const updates = await bot.database.kysely
    .selectFrom("letter")
    .where("queue", "=", "bot_update")
    .select("payload")
    .execute();
  return JSON.stringify(updates);
}

describe("the button under a post", () => {
  it("tells only the one who presses it what they got, or how it stands", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, type: "ordinary", totalAmount: "0.02" });
    expect(await press(LI)).toEqual({ text: "", isAlert: false, url: null });
    expect(seeLast(LI)).toMatchObject({ text: "你还没有领取。剩余 2/2。", onlyFor: LI.id });
    expect(seeLast(THU)?.onlyFor).toBeNull();

    await claim(bot.app, await bot.addPerson(LI), "Lucky Day", envelopeId);
    bot.app.clock.advance(5_000);
    await press(LI);
    expect(seeLast(LI)?.text).toBe("你领到了 0.01 ETH。");
    await claim(bot.app, await bot.addPerson(BUDI), "Lucky Day", envelopeId);
    await press(THU);
    expect(seeLast(THU)?.text).toBe("Mọi phần đã được nhận trước bạn.");
    expect(await countClaims(envelopeId)).toBe(2);
  });

  it("asks the database at most twice for a press, and not at all for a repeat within three seconds", async () => {
    await bot.openInGroup(ANNA);
    const query = vi.spyOn(bot.database.pool, "query");
    const count = async (action: () => Promise<unknown>) => {
      query.mockClear();
      await action();
      return query.mock.calls.length;
    };
    const idle = await count(() => bot.takeUpdates());
    expect((await count(() => press(THU))) - idle).toBeLessThanOrEqual(2);
    const repeats = await count(async () => {
      for (let pressed = 0; pressed < 5; pressed += 1) await press(THU);
    });
    expect(repeats).toBeLessThanOrEqual(5 * idle);
    query.mockRestore();
  });

  it("answers by an alert where a private message cannot be sent", async () => {
    await bot.openInGroup(ANNA, { count: 2 });
    const refused = { kind: "refused", reason: "not here" } as const;
    const sending = vi.spyOn(bot.app.telegram, "sendEphemeral").mockResolvedValue(refused);
    const before = bot.seeMessages(LI).length;
    expect(await press(LI)).toMatchObject({ text: "你还没有领取。剩余 2/2。", isAlert: true });
    expect(bot.seeMessages(LI)).toHaveLength(before);
    sending.mockRestore();
  });
});

describe("the bot's name, typed in any chat", () => {
  const ask = async (person: Person) => {
    const asked = bot.host.act("askInline", { person: person.n, text: "anything" });
    await bot.takeUpdates();
    return (await asked).inline;
  };

  it("offers one's own open envelopes, each with the message to share, and the way to send a new one", async () => {
    bot.app.clock.advance(90_000_000);
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, totalAmount: "0.02", remark: "For all of you" });
    const offered = await ask(ANNA);
    expect(offered?.results.map(({ title }) => title)).toEqual(["🧧 0.02 ETH"]);
    expect(offered?.results[0]?.description).toMatch(/^Left: 2 of 2 · .For all of you.$/u);
    expect(offered?.button).toEqual({ text: "Send a new red envelope", url: `${bot.app.config.publicUrl}/sendPacket` });
    await bot.host.act("sendPrepared", { person: ANNA.n, id: offered?.results[0]?.preparedId, chatId: GROUP_CHAT_ID });
    const shared = bot.world.state.messages.at(-1);
    expect(shared).toMatchObject({ isViaBot: true, from: { id: ANNA.id } });
    expect(shared?.replyMarkup?.inline_keyboard[0]?.[0]?.url).toContain(`startapp=e_${envelopeId}`);
    // Before it is over, nobody edits it.
    expect(shared?.text).not.toContain("Left:");
    expect(JSON.stringify(shared)).not.toContain("Lucky Day");
  });

  describe("a message that was put into a chat so", () => {
    const { signal } = new AbortController();
    const send = async (person: Person, preparedId: string | undefined) => {
      await bot.host.act("sendPrepared", { person: person.n, id: preparedId, chatId: GROUP_CHAT_ID });
      await bot.takeUpdates();
      const messageId = bot.world.state.messages.at(-1)?.messageId ?? 0;
      return () => bot.world.findMessage(GROUP_CHAT_ID, messageId);
    };
    const readRemembered = (envelopeId: string) =>
      bot.database.kysely
        .selectFrom("letter")
        .where("queue", "=", "inline_message")
        .select(["letter_id", "sent_at", "failed_at", "last_error"])
        .where("taker", "=", envelopeId)
        .execute();
    const forge = (result_id: string, person: Person, inline_message_id = "forged") =>
      handleUpdate(bot.app, {
        update_id: 1,
        chosen_inline_result: {
          result_id,
          inline_message_id,
          query: "",
          from: { id: person.id, is_bot: false, first_name: person.firstName },
        },
      });

    it("says once that its envelope is over, and nothing of who claimed", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, {
        count: 1,
        totalAmount: "0.02",
        passphrase: "Inline lantern",
      });
      const [offer] = (await ask(ANNA))?.results ?? [];
      const see = await send(ANNA, offer?.preparedId);
      await endInlineMessages.run(bot.app, signal);
      expect(see()?.edits).toBe(0);
      await claim(bot.app, await bot.addPerson(LI), "Inline lantern", envelopeId);
      await endInlineMessages.run(bot.app, signal);
      // An open envelope is looked at twice a minute.
      expect(see()?.edits).toBe(0);
      bot.app.clock.advance(30_000);
      await endInlineMessages.run(bot.app, signal);
      await endInlineMessages.run(bot.app, signal);
      expect(see()).toMatchObject({ edits: 1 });
      expect(see()?.text).toContain("All shares have been claimed.");
      expect(see()?.text).not.toContain("passphrase");
      expect(see()?.text).not.toContain(LI.firstName);
      expect(
        see()
          ?.replyMarkup?.inline_keyboard.flat()
          .map(({ text }) => text),
      ).toEqual(["See who got what", "My share"]);
    });

    it("is forgotten where the chat lost it", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, totalAmount: "0.02" });
      await forge(envelopeId, ANNA, "gone");
      bot.app.clock.advance(90_000_000);
      await refundJob.run(bot.app, signal);
      await endInlineMessages.run(bot.app, signal);
      const [letter] = await readRemembered(envelopeId);
      expect(letter).toMatchObject({ sent_at: null, last_error: null });
      expect(letter?.failed_at).not.toBeNull();
    });

    it("is nobody's but the sender's, and ten of an envelope are remembered", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, totalAmount: "0.02" });
      await forge(envelopeId, LI);
      await forge("share", ANNA);
      await forge("no such envelope", ANNA);
      expect(await readRemembered(envelopeId)).toEqual([]);
      for (let place = 0; place < 12; place += 1) await forge(envelopeId, ANNA, `m${place}`);
      expect(await readRemembered(envelopeId)).toHaveLength(10);
    });

    it("cannot be taken over by another envelope of somebody else", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, totalAmount: "0.02" });
      const other = await bot.openInGroup(LI, { count: 2, totalAmount: "0.02" });
      await forge(envelopeId, ANNA, "taken");
      await forge(other.envelopeId, LI, "taken");
      expect(await readRemembered(envelopeId)).toHaveLength(1);
      expect(await readRemembered(other.envelopeId)).toEqual([]);
    });
  });

  describe("the button under what was shared so", () => {
    /** Shares the newest envelope of Anna into the group, which the bot then leaves. */
    const shareAndLeave = async (): Promise<() => Promise<unknown>> => {
      const [offer] = (await ask(ANNA))?.results ?? [];
      const shared = { person: ANNA.n, id: offer?.preparedId, chatId: GROUP_CHAT_ID };
      await bot.host.act("sendPrepared", shared);
      const message = bot.world.state.messages.at(-1);
      bot.world.setBotMembership(LUNCH, false, ANNA);
      const data = message?.replyMarkup?.inline_keyboard.flat().find((button) => button.callback_data)?.callback_data;
      return async () => {
        const input = { person: LI.n, chatId: GROUP_CHAT_ID, messageId: message?.messageId, data };
        const pressed = bot.host.act("pressButton", input);
        await bot.takeUpdates();
        return ((await pressed) as { answer: unknown }).answer;
      };
    };
    afterEach(async () => {
      bot.world.setBotMembership(LUNCH, true, ANNA);
      await bot.takeUpdates();
    });

    it("tells the one who presses it their share, also in a group without the bot", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, type: "ordinary", totalAmount: "0.02" });
      const pressIt = await shareAndLeave();
      expect(await pressIt()).toEqual({ text: "", isAlert: false, url: null });
      expect(bot.world.state.messages.at(-1)).toMatchObject({ text: "你还没有领取。剩余 2/2。", onlyFor: LI.id });
      await claim(bot.app, await bot.addPerson(LI), "Lucky Day", envelopeId);
      bot.app.clock.advance(5_000);
      await pressIt();
      expect(bot.world.state.messages.at(-1)).toMatchObject({ text: "你领到了 0.01 ETH。", onlyFor: LI.id });
    });

    it("answers by an alert where the messenger knows no such private message, and for a press that names nothing", async () => {
      const { envelopeId } = await bot.openInGroup(ANNA, { count: 2 });
      const pressIt = await shareAndLeave();
      const refused = { kind: "refused", reason: "chat_id is empty" } as const;
      const sending = vi.spyOn(bot.app.telegram, "sendEphemeral").mockResolvedValue(refused);
      expect(await pressIt()).toMatchObject({ text: "你还没有领取。剩余 2/2。", isAlert: true });
      const pressing = vi.spyOn(bot.app.telegram, "answerPress");
      const from = { id: THU.id, is_bot: false, first_name: "Thu" };
      const press = { id: "9", from, chat_instance: "1", data: `share:${envelopeId}` };
      await takeUpdate(bot.app, { update_id: 1, callback_query: press });
      await findDesk(bot.app).finish();
      expect(sending).toHaveBeenLastCalledWith(null, BigInt(THU.id), expect.anything(), { callbackQueryId: "9" });
      expect(pressing).toHaveBeenLastCalledWith("9", expect.stringMatching(/2\D+2/u));
      sending.mockRestore();
      pressing.mockRestore();
    });
  });

  it("offers to others the way to send alone, and to nobody an envelope that is over", async () => {
    const others = await ask(THU);
    expect([others?.results, others?.button?.text]).toEqual([[], "Gửi bao lì xì mới"]);
    bot.app.clock.advance(86_400_000);
    expect((await ask(ANNA))?.results).toEqual([]);
    expect(await readStored()).not.toContain("anything");
  });
});

describe("/privacy in private", () => {
  it("says in short what is kept, with the way to the page, once in three seconds", async () => {
    const ask = () => bot.host.act("say", { person: THU.n, chatId: THU.id, text: "/privacy" });
    await ask();
    await ask();
    await bot.takeUpdates();
    const answers = bot.world.state.messages.filter(({ text }) => text.startsWith("🔒 Hongbao lưu tên"));
    expect(answers.map(({ chatId }) => chatId)).toEqual([THU.id]);
    expect(answers[0]?.replyMarkup?.inline_keyboard[0]?.[0]?.url).toContain("startapp=privacy");
    expect(await readStored()).not.toContain("privacy");
  });
});

describe("/open in a group", () => {
  /** What the app reads when it is opened on the envelope. */
  const openApp = async (person: Person, envelopeId: string, opening?: "take") => {
    const query = { envelopeId, limit: 100, ...(opening && { opening }) };
    const { hasOpening, claims } = await callAs(bot.app, claimDetail, BigInt(person.id), { query });
    return [hasOpening, claims.filter(({ isMine }) => isMine).length];
  };

  it("leaves the opening to the app, which plays it once, on whatever device is first", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Unseen green lantern" });
    await say(THU, "/open Unseen green lantern");
    await bot.takeUpdates();
    // A page that only lists who got what does not take it.
    expect(await openApp(THU, envelopeId)).toEqual([false, 1]);
    const devices = await Promise.all([1, 2, 3].map(() => openApp(THU, envelopeId, "take")));
    expect(devices.filter(([hasOpening]) => hasOpening)).toHaveLength(1);
    expect(await openApp(THU, envelopeId, "take")).toEqual([false, 1]);
    bot.app.clock.advance(5_000);
    await say(THU, "/open Unseen green lantern");
    await bot.takeUpdates();
    expect(await openApp(THU, envelopeId, "take")).toEqual([false, 1]);
  });

  it("leaves none to whoever opened the envelope in the app, or not at all", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Seen green lantern" });
    await claim(bot.app, await bot.addPerson(LI), "Seen green lantern", envelopeId);
    await say(LI, "/open Seen green lantern");
    await bot.takeUpdates();
    expect(await openApp(LI, envelopeId, "take")).toEqual([false, 1]);
    expect(await openApp(BUDI, envelopeId, "take")).toEqual([false, 0]);
  });

  // A trigger of a test cannot be made on shards.
  it.skipIf(isOnCitus)("tells what was won also where the opening cannot be kept", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Lost green lantern" });
    const { pool } = bot.database;
    await pool.query(`create function refuse_mark() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query("create trigger refuse_mark before update on claim for each row execute function refuse_mark()");
    await say(THU, "/open Lost green lantern");
    await bot.takeUpdates();
    await pool.query("drop trigger refuse_mark on claim");
    expect(seeLast(THU)?.text).toMatch(/^🧧 Bạn nhận được/u);
    expect(await openApp(THU, envelopeId, "take")).toEqual([false, 1]);
  });

  it("claims nothing for an account that is being deleted: it would be nobody's", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Leaving green lantern" });
    await bot.addPerson(BUDI);
    const ofBudi = bot.database.kysely.updateTable("tg_user").where("tg_user_id", "=", BigInt(BUDI.id));
    await ofBudi.set({ leaving_as: 2n ** 52n + 7n }).execute();
    await say(BUDI, "/open Leaving green lantern");
    await bot.takeUpdates();
    expect(await countClaims(envelopeId)).toBe(0);
    await ofBudi.set({ leaving_as: null }).execute();
    bot.app.clock.advance(5_000);
    await say(BUDI, "/open Leaving green lantern");
    await bot.takeUpdates();
    expect(await countClaims(envelopeId)).toBe(1);
  });

  it("claims for somebody who never opened the app, and nobody else sees it", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 2, passphrase: SECRET });
    await say(THU, `/open   happy GREEN lantern `);
    await bot.takeUpdates();
    const answer = seeLast(THU);
    expect(answer?.onlyFor).toBe(THU.id);
    expect(answer?.text).toMatch(/^🧧 Bạn nhận được 0,\d+ ETH\.$/u);
    expect(answer?.replyMarkup?.inline_keyboard[0]?.[0]?.url).toContain(`startapp=e_${envelopeId}`);
    const people = bot.world.state.messages.filter(({ text }) => text.includes("GREEN"));
    expect(people.map(({ onlyFor }) => onlyFor)).toEqual([THU.id]);
    expect(await countClaims(envelopeId)).toBe(1);
    expect((await readStored()).toLowerCase()).not.toContain("green");
  });

  it("tells a second time what was won, and claims once", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Second green lantern" });
    await say(THU, "/open Second green lantern");
    await say(THU, "/open Second green lantern");
    await bot.takeUpdates();
    bot.app.clock.advance(5_000);
    await say(THU, `/open@${bot.app.telegram.username} Second green lantern`);
    await bot.takeUpdates();
    expect(seeLast(THU)?.text).toMatch(/^Bạn đã mở rồi/u);
    expect(await countClaims(envelopeId)).toBe(1);
  });

  it.each([
    ["/open", "Viết mật ngữ sau lệnh: /open đèn lồng đỏ may mắn"],
    ["/open no such lantern", "Ở đây không có lì xì nào đang mở với mật ngữ này."],
  ])("says what is wrong with %j", async (text, answer) => {
    await say(THU, text);
    await bot.takeUpdates();
    expect(seeLast(THU)).toMatchObject({ text: answer, onlyFor: THU.id });
  });

  it("locks whoever guesses as the app does, also for the right phrase", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { passphrase: "Guessed green lantern" });
    for (let guess = 0; guess < 11; guess += 1) {
      await say(BUDI, `/open guess number ${guess}`);
      await bot.takeUpdates();
      bot.app.clock.advance(4_000);
    }
    await say(BUDI, "/open Guessed green lantern");
    await bot.takeUpdates();
    expect(seeLast(BUDI)?.text).toBe("Mohon tunggu sebentar, lalu coba lagi.");
    expect(await countClaims(envelopeId)).toBe(0);
  });

  it("deletes what an older messenger showed to all, and answers in private or points to the app", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: "Openly green lantern" });
    await bot.host.act("botAdministrator", { person: ANNA.n, chatId: GROUP_CHAT_ID, isAdministrator: true });
    await say(LI, "/open Openly green lantern", true);
    await bot.takeUpdates();
    expect(bot.world.state.messages.filter(({ text }) => text.includes("Openly"))).toEqual([]);
    expect(seeLast(LI)).toMatchObject({ onlyFor: null, text: expect.stringContaining("应用中查看") });
    expect(seeLast(LI)?.text).not.toMatch(/\d\.\d/u);

    await bot.host.act("writeAccess", { person: THU.n, isAllowed: true });
    const before = bot.seeMessages(THU).length;
    await say(THU, "/open Openly green lantern", true);
    await bot.takeUpdates();
    expect(bot.seeMessages(THU)).toHaveLength(before);
    const own = bot.world.state.messages.findLast(({ chatId }) => chatId === THU.id);
    expect(own?.text).toMatch(/^🧧 Bạn nhận được/u);
    expect(await countClaims(envelopeId)).toBe(2);
    expect(await readStored()).not.toContain("Openly");
  });
});

it.each([
  ["anonymous", true],
  ["channel", true],
  ["linkedChannel", false],
])(
  "/open in the name of a chat opens nothing: %s; what it showed to all is deleted, but no post of elsewhere",
  async (as, isDeleted) => {
    const phrase = `Unowned ${as}`;
    const { envelopeId } = await bot.openInGroup(ANNA, { count: 3, passphrase: phrase });
    await bot.host.act("botAdministrator", { person: ANNA.n, chatId: GROUP_CHAT_ID, isAdministrator: true });
    await bot.host.act("say", { person: ANNA.n, chatId: GROUP_CHAT_ID, text: `/open ${phrase}`, as });
    await bot.takeUpdates();
    expect(bot.world.state.messages.filter(({ text }) => text.includes(phrase))).toHaveLength(isDeleted ? 0 : 1);
    // In the language in which the group was greeted.
    expect(seeLast(THU)).toMatchObject({
      onlyFor: null,
      text: expect.stringMatching(/^🧧 An anonymous administrator/u),
    });
    expect(seeLast(THU)?.replyMarkup?.inline_keyboard[0]?.[0]?.url).toContain("startapp=g_");
    expect(await countClaims(envelopeId)).toBe(0);
  },
);

it("tells only the one who asks by /hongbao how to send here", async () => {
  await say(LI, "/hongbao");
  await bot.takeUpdates();
  expect(seeLast(LI)).toMatchObject({ onlyFor: LI.id, text: expect.stringContaining("想在这里发红包") });
  expect(seeLast(LI)?.replyMarkup?.inline_keyboard[0]?.[0]?.url).toContain("startapp=g_");
});

it("offers its commands in groups so that nobody else sees them", () => {
  expect(bot.world.state.groupCommands).toEqual([
    { command: "open", description: "Claim with a passphrase", is_ephemeral: true },
    { command: "hongbao", description: "How to send a red envelope here", is_ephemeral: true },
  ]);
});
