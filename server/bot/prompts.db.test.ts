import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { endInlineMessages } from "#server/messenger/inlineMessages.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";
import { callAs, claim } from "#tests/support/story.ts";
import { findDesk, takeUpdate } from "./bot.ts";
import { handleUpdate } from "./updates.ts";

const [ANNA, LI, , THU, , BUDI] = PEOPLE as [Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group, Group];
const SECRET = "Happy green lantern";
/** What Li reads of an envelope of two shares that nobody has opened. */
const LI_READS = "你还没有领取。剩余 2/2。";
const { signal } = new AbortController();
let bot: Awaited<ReturnType<typeof openBotWorld>>;

beforeAll(async () => {
  bot = await openBotWorld("prompts");
  bot.world.setBotMembership(LUNCH, true, ANNA);
  await bot.takeUpdates();
});
afterAll(() => bot.close());
beforeEach(() => bot.app.clock.advance(120_000));

type Body = Parameters<typeof bot.openInGroup>[1];
const open = async (body: Body = {}) => (await bot.openInGroup(ANNA, { count: 3, ...body })).envelopeId;
const take = async (person: Person, envelopeId: string, phrase = "Lucky Day") =>
  claim(bot.app, await bot.addPerson(person), phrase, envelopeId);
const countClaims = async (envelopeId: string) =>
  (await bot.database.kysely.selectFrom("claim").selectAll().where("envelope_id", "=", envelopeId).execute()).length;

/** Somebody writes in the group, and the bot does what it does upon it. */
async function say(person: Person, text: string, more: { isOpenly?: boolean; as?: string } = {}): Promise<void> {
  await bot.host.act("say", { person: person.n, chatId: GROUP_CHAT_ID, text, ...more });
  await bot.takeUpdates();
}
const buttonsOf = (message: StoredMessage | undefined) => message?.replyMarkup?.inline_keyboard.flat() ?? [];
const seeNewest = () => bot.world.state.messages.at(-1);
const seeLast = (person: Person) => bot.seeMessages(person).at(-1);
const readText = (person: Person) => seeLast(person)?.text;

/** Somebody presses the button that asks the bot. */
async function press(person: Person, message: StoredMessage | undefined) {
  const data = buttonsOf(message).find((button) => button.callback_data !== undefined)?.callback_data;
  const input = { person: person.n, chatId: GROUP_CHAT_ID, messageId: message?.messageId, data };
  const pressed = bot.host.act("pressButton", input);
  await bot.takeUpdates();
  return ((await pressed) as { answer: { text: string } | null }).answer;
}
/** The newest post's. */
const pressPost = (person: Person) =>
  press(
    person,
    bot.seeMessages(person).findLast(({ onlyFor, replyMarkup }) => onlyFor === null && replyMarkup !== null),
  );
const refuseEphemeral = (reason: string) =>
  vi.spyOn(bot.app.telegram, "sendEphemeral").mockResolvedValue({ kind: "refused", reason });

/** Everything that is kept of what the messenger delivered. */
async function readStored(): Promise<string> {
  const updates = bot.database.kysely.selectFrom("letter").where("queue", "=", "bot_update");
  return JSON.stringify(await updates.select("payload").execute());
}

describe("the button under a post", () => {
  it("tells only the one who presses it what they got, or how it stands", async () => {
    const envelopeId = await open({ count: 2, type: "ordinary", totalAmount: "0.02" });
    expect(await pressPost(LI)).toEqual({ text: "", isAlert: false, url: null });
    expect(seeLast(LI)).toMatchObject({ text: LI_READS, onlyFor: LI.id });
    expect(seeLast(THU)?.onlyFor).toBeNull();
    await take(LI, envelopeId);
    bot.app.clock.advance(5_000);
    await pressPost(LI);
    expect(readText(LI)).toBe("你领到了 0.01 ETH。");
    await take(BUDI, envelopeId);
    await pressPost(THU);
    expect(readText(THU)).toBe("Mọi phần đã được nhận trước bạn.");
    expect(await countClaims(envelopeId)).toBe(2);
  });

  it("asks the database at most twice for a press, and not at all for a repeat within three seconds", async () => {
    await open();
    const query = vi.spyOn(bot.database.pool, "query");
    const count = async (action: () => Promise<unknown>) => {
      query.mockClear();
      await action();
      return query.mock.calls.length;
    };
    const idle = await count(() => bot.takeUpdates());
    expect((await count(() => pressPost(THU))) - idle).toBeLessThanOrEqual(2);
    const repeat = async () => {
      for (let pressed = 0; pressed < 5; pressed += 1) await pressPost(THU);
    };
    expect(await count(repeat)).toBeLessThanOrEqual(5 * idle);
    query.mockRestore();
  });

  it("answers by an alert where a private message cannot be sent", async () => {
    await open({ count: 2 });
    const sending = refuseEphemeral("not here");
    const before = bot.seeMessages(LI).length;
    expect(await pressPost(LI)).toMatchObject({ text: LI_READS, isAlert: true });
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
  /** Puts the newest offer of Anna into the group. */
  async function share(): Promise<StoredMessage | undefined> {
    const [offer] = (await ask(ANNA))?.results ?? [];
    await bot.host.act("sendPrepared", { person: ANNA.n, id: offer?.preparedId, chatId: GROUP_CHAT_ID });
    return seeNewest();
  }

  it("offers one's own open envelopes, each with the message to share, and the way to send a new one", async () => {
    bot.app.clock.advance(90_000_000);
    const envelopeId = await open({ count: 2, totalAmount: "0.02", remark: "For all of you" });
    const offered = await ask(ANNA);
    expect(offered?.results.map(({ title }) => title)).toEqual(["🧧 0.02 ETH"]);
    expect(offered?.results[0]?.description).toMatch(/^Left: 2 of 2 · .For all of you.$/u);
    expect(offered?.button).toEqual({ text: "Send a new red envelope", url: `${bot.app.config.publicUrl}/sendPacket` });
    const shared = await share();
    expect(shared).toMatchObject({ isViaBot: true, from: { id: ANNA.id } });
    expect(buttonsOf(shared)[0]?.url).toContain(`startapp=e_${envelopeId}`);
    // Before it is over, nobody edits it.
    expect(shared?.text).not.toContain("Left:");
    expect(JSON.stringify(shared)).not.toContain("Lucky Day");
  });

  describe("a message that was put into a chat so", () => {
    const endMessages = () => endInlineMessages.run(bot.app, signal);
    const readRemembered = (envelopeId: string) =>
      bot.database.kysely
        .selectFrom("letter")
        .where("queue", "=", "inline_message")
        .select(["letter_id", "sent_at", "failed_at", "last_error"])
        .where("taker", "=", envelopeId)
        .execute();
    const forge = (result_id: string, person: Person, inline_message_id = "forged") => {
      const from = { id: person.id, is_bot: false, first_name: person.firstName };
      return handleUpdate(bot.app, {
        update_id: 1,
        chosen_inline_result: { result_id, inline_message_id, query: "", from },
      });
    };

    it("says once that its envelope is over, and nothing of who claimed", async () => {
      const passphrase = "Inline lantern";
      const envelopeId = await open({ count: 1, totalAmount: "0.02", passphrase });
      const { messageId = 0 } = (await share()) ?? {};
      await bot.takeUpdates();
      const see = () => bot.world.findMessage(GROUP_CHAT_ID, messageId);
      await endMessages();
      await take(LI, envelopeId, passphrase);
      await endMessages();
      // An open envelope is looked at twice a minute.
      expect(see()?.edits).toBe(0);
      bot.app.clock.advance(30_000);
      await endMessages();
      await endMessages();
      expect(see()).toMatchObject({ edits: 1, text: expect.stringContaining("All shares have been claimed.") });
      expect(see()?.text).not.toMatch(new RegExp(`passphrase|${LI.firstName}`, "u"));
      expect(buttonsOf(see() ?? undefined).map(({ text }) => text)).toEqual(["See who got what", "My share"]);
    });

    it("is forgotten where the chat lost it", async () => {
      const envelopeId = await open({ count: 2, totalAmount: "0.02" });
      await forge(envelopeId, ANNA, "gone");
      bot.app.clock.advance(90_000_000);
      await refundJob.run(bot.app, signal);
      await endMessages();
      const failed = { sent_at: null, failed_at: expect.any(Date) as Date, last_error: null };
      expect(await readRemembered(envelopeId)).toMatchObject([failed]);
    });

    it("is its sender's alone, also against another envelope, and ten of an envelope are remembered", async () => {
      const envelopeId = await open({ count: 2, totalAmount: "0.02" });
      const other = await bot.openInGroup(LI, { count: 2, totalAmount: "0.02" });
      await forge(envelopeId, LI);
      await forge("share", ANNA);
      await forge("no such envelope", ANNA);
      expect(await readRemembered(envelopeId)).toEqual([]);
      for (let place = 0; place < 12; place += 1) await forge(envelopeId, ANNA, `m${place}`);
      await forge(other.envelopeId, LI, "m0");
      expect(await readRemembered(envelopeId)).toHaveLength(10);
      expect(await readRemembered(other.envelopeId)).toEqual([]);
    });
  });

  describe("the button under what was shared so", () => {
    /** Shares the newest envelope of Anna into the group, which the bot then leaves. */
    const shareAndLeave = async () => {
      const message = await share();
      bot.world.setBotMembership(LUNCH, false, ANNA);
      return () => press(LI, message);
    };
    afterEach(async () => {
      bot.world.setBotMembership(LUNCH, true, ANNA);
      await bot.takeUpdates();
    });

    it("tells the one who presses it their share, also in a group without the bot", async () => {
      const envelopeId = await open({ count: 2, type: "ordinary", totalAmount: "0.02" });
      const pressIt = await shareAndLeave();
      expect(await pressIt()).toEqual({ text: "", isAlert: false, url: null });
      expect(seeNewest()).toMatchObject({ text: LI_READS, onlyFor: LI.id });
      await take(LI, envelopeId);
      bot.app.clock.advance(5_000);
      await pressIt();
      expect(seeNewest()).toMatchObject({ text: "你领到了 0.01 ETH。", onlyFor: LI.id });
    });

    it("answers by an alert where the messenger knows no such private message, and for a press that names nothing", async () => {
      const envelopeId = await open({ count: 2 });
      const pressIt = await shareAndLeave();
      const sending = refuseEphemeral("chat_id is empty");
      expect(await pressIt()).toMatchObject({ text: LI_READS, isAlert: true });
      const pressing = vi.spyOn(bot.app.telegram, "answerPress");
      const from = { id: THU.id, is_bot: false, first_name: "Thu" };
      const asked = { id: "9", from, chat_instance: "1", data: `share:${envelopeId}` };
      await takeUpdate(bot.app, { update_id: 1, callback_query: asked });
      await findDesk(bot.app).finish();
      expect(sending).toHaveBeenLastCalledWith(null, BigInt(THU.id), expect.anything(), { callbackQueryId: "9" });
      expect(pressing).toHaveBeenLastCalledWith("9", expect.stringMatching(/2\D+2/u));
      vi.restoreAllMocks();
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

it("/privacy says in private, in short, what is kept, with the way to the page, once in three seconds", async () => {
  for (let times = 0; times < 2; times += 1)
    await bot.host.act("say", { person: THU.n, chatId: THU.id, text: "/privacy" });
  await bot.takeUpdates();
  const answers = bot.world.state.messages.filter(({ text }) => text.startsWith("🔒 Hongbao lưu tên"));
  expect(answers.map(({ chatId }) => chatId)).toEqual([THU.id]);
  expect(buttonsOf(answers[0])[0]?.url).toContain("startapp=privacy");
  expect(await readStored()).not.toContain("privacy");
});

describe("/open in a group", () => {
  /** What the app reads when it is opened on the envelope. */
  const openApp = async (person: Person, envelopeId: string, opening?: "take") => {
    const query = { envelopeId, limit: 100, ...(opening && { opening }) };
    const { hasOpening, claims } = await callAs(bot.app, claimDetail, BigInt(person.id), { query });
    return [hasOpening, claims.filter(({ isMine }) => isMine).length];
  };

  it("claims for somebody who never opened the app, and nobody else sees it", async () => {
    const envelopeId = await open({ passphrase: SECRET });
    await say(THU, `/open   happy GREEN lantern `);
    expect(seeLast(THU)).toMatchObject({
      onlyFor: THU.id,
      text: expect.stringMatching(/^🧧 Bạn nhận được 0,\d+ ETH\.$/u),
    });
    expect(buttonsOf(seeLast(THU))[0]?.url).toContain(`startapp=e_${envelopeId}`);
    const written = bot.world.state.messages.filter(({ text }) => text.includes("GREEN"));
    expect(written.map(({ onlyFor }) => onlyFor)).toEqual([THU.id]);
    expect(await countClaims(envelopeId)).toBe(1);
    expect((await readStored()).toLowerCase()).not.toContain("green");
  });

  it("tells a second time what was won, and claims once", async () => {
    const envelopeId = await open({ passphrase: "Second green lantern" });
    for (let times = 0; times < 2; times += 1) await say(THU, "/open Second green lantern");
    bot.app.clock.advance(5_000);
    await say(THU, `/open@${bot.app.telegram.username} Second green lantern`);
    expect(readText(THU)).toMatch(/^Bạn đã mở rồi/u);
    expect(await countClaims(envelopeId)).toBe(1);
  });

  it.each([
    ["/open", "Viết mật ngữ sau lệnh: /open đèn lồng đỏ may mắn"],
    ["/open no such lantern", "Ở đây không có lì xì nào đang mở với mật ngữ này."],
  ])("says what is wrong with %j", async (text, answer) => {
    await say(THU, text);
    expect(seeLast(THU)).toMatchObject({ text: answer, onlyFor: THU.id });
  });

  it("leaves the opening to the app, which plays it once, on whatever device is first", async () => {
    const envelopeId = await open({ passphrase: "Unseen green lantern" });
    await say(THU, "/open Unseen green lantern");
    // A page that only lists who got what does not take it.
    expect(await openApp(THU, envelopeId)).toEqual([false, 1]);
    const devices = await Promise.all([1, 2, 3].map(() => openApp(THU, envelopeId, "take")));
    expect(devices.filter(([hasOpening]) => hasOpening)).toHaveLength(1);
    bot.app.clock.advance(5_000);
    await say(THU, "/open Unseen green lantern");
    expect(await openApp(THU, envelopeId, "take")).toEqual([false, 1]);
  });

  it("leaves none to whoever opened the envelope in the app, or not at all", async () => {
    const envelopeId = await open({ passphrase: "Seen green lantern" });
    await take(LI, envelopeId, "Seen green lantern");
    await say(LI, "/open Seen green lantern");
    await bot.addPerson(BUDI);
    expect(await openApp(LI, envelopeId, "take")).toEqual([false, 1]);
    expect(await openApp(BUDI, envelopeId, "take")).toEqual([false, 0]);
  });

  // A trigger of a test cannot be made on shards.
  it.skipIf(isOnCitus)("tells what was won also where the opening cannot be kept", async () => {
    const envelopeId = await open({ passphrase: "Lost green lantern" });
    const { pool } = bot.database;
    await pool.query(`create function refuse_mark() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query("create trigger refuse_mark before update on claim for each row execute function refuse_mark()");
    await say(THU, "/open Lost green lantern");
    await pool.query("drop trigger refuse_mark on claim");
    expect(readText(THU)).toMatch(/^🧧 Bạn nhận được/u);
    expect(await openApp(THU, envelopeId, "take")).toEqual([false, 1]);
  });

  it("claims nothing for an account that is being deleted: it would be nobody's", async () => {
    const envelopeId = await open({ passphrase: "Leaving green lantern" });
    await bot.addPerson(BUDI);
    const ofBudi = bot.database.kysely.updateTable("tg_user").where("tg_user_id", "=", BigInt(BUDI.id));
    for (const [leavingAs, claims] of [
      [2n ** 52n + 7n, 0],
      [null, 1],
    ] as const) {
      await ofBudi.set({ leaving_as: leavingAs }).execute();
      bot.app.clock.advance(5_000);
      await say(BUDI, "/open Leaving green lantern");
      expect(await countClaims(envelopeId)).toBe(claims);
    }
  });

  it("deletes what an older messenger showed to all, and answers in private or points to the app", async () => {
    const envelopeId = await open({ passphrase: "Openly green lantern" });
    await bot.host.act("botAdministrator", { person: ANNA.n, chatId: GROUP_CHAT_ID, isAdministrator: true });
    await say(LI, "/open Openly green lantern", { isOpenly: true });
    expect(bot.world.state.messages.filter(({ text }) => text.includes("Openly"))).toEqual([]);
    expect(seeLast(LI)).toMatchObject({ onlyFor: null, text: expect.stringContaining("应用中查看") });
    expect(readText(LI)).not.toMatch(/\d\.\d/u);

    await bot.host.act("writeAccess", { person: THU.n, isAllowed: true });
    const before = bot.seeMessages(THU).length;
    await say(THU, "/open Openly green lantern", { isOpenly: true });
    expect(bot.seeMessages(THU)).toHaveLength(before);
    const own = bot.world.state.messages.findLast(({ chatId }) => chatId === THU.id);
    expect(own?.text).toMatch(/^🧧 Bạn nhận được/u);
    expect(await countClaims(envelopeId)).toBe(2);
    expect(await readStored()).not.toContain("Openly");
  });

  it.each([
    ["anonymous", true],
    ["linkedChannel", false],
  ])("in the name of a chat is deleted where all saw it, but no post of elsewhere: %s", async (as, isDeleted) => {
    const phrase = `Unowned ${as}`;
    await bot.host.act("botAdministrator", { person: ANNA.n, chatId: GROUP_CHAT_ID, isAdministrator: true });
    await say(ANNA, `/open ${phrase}`, { as });
    expect(bot.world.state.messages.filter(({ text }) => text.includes(phrase))).toHaveLength(isDeleted ? 0 : 1);
    // In the language in which the group was greeted.
    expect(readText(THU)).toMatch(/^🧧 An anonymous administrator/u);
    expect(buttonsOf(seeLast(THU))[0]?.url).toContain("startapp=g_");
  });
});

it("tells only the one who asks by /hongbao how to send here", async () => {
  await say(LI, "/hongbao");
  expect(seeLast(LI)).toMatchObject({ onlyFor: LI.id, text: expect.stringContaining("想在这里发红包") });
  expect(buttonsOf(seeLast(LI))[0]?.url).toContain("startapp=g_");
});

it("offers its commands in groups so that nobody else sees them", () => {
  expect(bot.world.state.groupCommands).toEqual([
    { command: "open", description: "Claim with a passphrase", is_ephemeral: true },
    { command: "hongbao", description: "How to send a red envelope here", is_ephemeral: true },
  ]);
});
