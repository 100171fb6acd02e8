import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEther } from "ethers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import { readImageSize } from "#devnet/telegram/readImageSize.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { shareEnvelope } from "#server/envelopes/shareEnvelope.ts";
import { openPictures, type Pictures } from "#server/pictures/pictures.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { outcomeOf } from "#tests/support/people.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { callAs, claim, openEnvelope } from "#tests/support/story.ts";
import type { BotApi, MemberReply } from "./botApi.ts";
import { linkChat } from "./chats.ts";
import { GroupGate } from "./groupGate.ts";
import { sendNotifications } from "./notifications.ts";
import { queueNotification } from "./queueNotification.ts";
import { formatChatStartParam, formatPostStartParam } from "./startParams.ts";

const [ANNA, LI, , THU, , BUDI, STRANGER] = PEOPLE as [Person, Person, Person, Person, Person, Person, Person];
const [LUNCH] = GROUPS as [Group, Group];
const GROUP = BigInt(GROUP_CHAT_ID);
const AWAY: MemberReply = { kind: "unknown", why: "away", retryAfterMs: null };
const { signal } = new AbortController();
let bot: Awaited<ReturnType<typeof openBotWorld>>;
let gate: GroupGate;
let real: Pictures;
/** What was drawn since the test began. */
let drawn: EnvelopePicture[];
let untouched: BotApi;

beforeAll(async () => {
  bot = await openBotWorld("posts");
  real = openPictures(silentLogger);
  bot.world.setBotMembership(LUNCH, true, ANNA);
  await bot.takeUpdates();
  await bot.write();
});
afterAll(async () => {
  await real.close();
  await bot.close();
});
beforeEach(() => {
  // Most tests are not about the messenger's own limits.
  bot.app.clock.advance(120_000);
  gate = new GroupGate();
  drawn = [];
  const draw = (picture: EnvelopePicture) => {
    drawn.push(picture);
    return real.draw(picture);
  };
  bot.app.pictures = { ...real, draw };
  untouched = bot.app.telegram;
});
afterEach(() => {
  bot.app.telegram = untouched;
});

type Body = Parameters<typeof openEnvelope>[2];
interface Opened {
  envelopeId: string;
  passphrase: string;
}

/** An envelope of the group, whose post is due. */
async function open(body: Body = {}, sender = ANNA): Promise<Opened> {
  return openEnvelope(bot.app, await bot.addSender(sender), { count: 3, chatIds: [String(GROUP)], ...body });
}
/** One that the group sees. */
async function openSeen(body: Body = {}, sender = ANNA): Promise<Opened> {
  const opened = await open(body, sender);
  await postUntilShown(opened);
  return opened;
}
async function take({ envelopeId, passphrase }: Opened, ...people: Person[]): Promise<void> {
  for (const person of people) await claim(bot.app, await bot.addPerson(person), passphrase, envelopeId);
}
const changePost = (envelopeId: string) =>
  bot.database.kysely.updateTable("group_post").where("envelope_id", "=", envelopeId);
const readPost = ({ envelopeId }: Opened) =>
  bot.database.kysely
    .selectFrom("group_post")
    .selectAll()
    .where("envelope_id", "=", envelopeId)
    .executeTakeFirstOrThrow();
/** What the group sees of an envelope. */
function see({ envelopeId }: Opened): StoredMessage | undefined {
  const param = formatPostStartParam(bot.app.config.appSecrets, envelopeId, GROUP);
  return bot.listWords(GROUP_CHAT_ID).findLast((message) => bot.urlOf(message).searchParams.get("startapp") === param);
}
const hear = (opened: Opened) => see(opened)?.text ?? "";

/** Runs the posting job over time until the group shows the current state. */
async function postUntilShown(opened: Opened): Promise<void> {
  for (let round = 1; round <= 40; round += 1) {
    const post = await readPost(opened);
    if (!post.is_stale || post.failed_at !== null) return;
    await bot.write(gate);
    bot.app.clock.advance(500);
  }
  throw new Error("the group never saw the last state");
}

describe("an envelope in its group", () => {
  it("is posted once, without its secrets, and its counter goes on after claims", async () => {
    const opened = await open({ remark: "Good <luck> & joy" });
    const before = bot.listWords(GROUP_CHAT_ID).length;
    await postUntilShown(opened);
    expect(bot.listWords(GROUP_CHAT_ID)).toHaveLength(before + 1);
    // Some versions of ICU have a narrow space there.
    expect(hear(opened).replaceAll("\u202f", " ").split("\n")).toEqual([
      "🧧 \u2068Anna Keller\u2069 sent a red envelope",
      "Lucky draw · 0.05 ETH · shares: 3",
      "Sealed before the first claim. Check it in the app at the end.",
      "\u2068Good <luck> & joy\u2069",
      "Left: 3 of 3",
      "Ask the sender for the passphrase to claim.",
      expect.stringMatching(/^Open until Nov \d+, 2026, \d+:\d\d [AP]M UTC$/u),
    ]);
    expect(hear(opened).toLowerCase()).not.toContain(opened.passphrase.toLowerCase());
    expect(see(opened)?.replyMarkup?.inline_keyboard[0]?.[0]?.style).toBe("primary");

    await take(opened, LI, THU);
    await postUntilShown(opened);
    expect(see(opened)).toMatchObject({ edits: 1, text: expect.stringContaining("Left: 1 of 3") });
    await take(opened, BUDI);
    await postUntilShown(opened);
    expect(bot.listWords(GROUP_CHAT_ID)).toHaveLength(before + 1);
    expect(hear(opened)).toContain("Left: 0 of 3\nAll shares have been claimed.");
    const buttons = see(opened)?.replyMarkup?.inline_keyboard.flat();
    expect(buttons).toMatchObject([{ text: "See who got what", style: "primary" }, { text: "My share" }]);
    // Who drew the most is named once.
    const [, amount = ""] = /\n🏆 Best luck: .+ · (0\.0\d+) ETH\n/u.exec(hear(opened)) ?? [];
    expect(hear(opened).split(amount)).toHaveLength(2);
  });

  it("says that its sender has ended it", async () => {
    const opened = await openSeen();
    bot.app.clock.advance(bot.app.config.closeAfterMs);
    await callAs(bot.app, closeEnvelope, BigInt(ANNA.id), { body: { envelopeId: opened.envelopeId } });
    await postUntilShown(opened);
    expect(hear(opened)).toMatch(/Left: 3 of 3\nEnded by the sender\.$/u);
  });

  it("names everyone who shares the best luck, and nobody if shares are equal", async () => {
    const draw = await openSeen();
    const { kysely } = bot.database;
    for (const [place, amount] of ["0.02", "0.02", "0.01"].entries()) {
      const share = kysely
        .updateTable("share")
        .set({ amount_base: parseEther(amount) })
        .where("slot", "=", place + 1);
      await share.where("envelope_id", "=", draw.envelopeId).execute();
    }
    const best = kysely.updateTable("envelope").set({ best_base: parseEther("0.02") });
    await best.where("envelope_id", "=", draw.envelopeId).execute();
    await take(draw, LI, THU, BUDI);
    await postUntilShown(draw);
    const thu = [THU.firstName, THU.lastName].filter(Boolean).join(" ");
    const names = `\u2068${LI.lastName}${LI.firstName}\u2069 and \u2068${thu}\u2069`;
    expect(hear(draw)).toContain(`\n🏆 Best luck: ${names} · 0.02 ETH`);
    const equal = await openSeen({ type: "ordinary", totalAmount: "0.03" });
    await take(equal, LI, THU, BUDI);
    await postUntilShown(equal);
    expect(hear(equal)).toMatch(/All shares have been claimed\.\n(?:.* · 0\.01 ETH\n?){3}$/u);
  });

  it("shows its wish in the sender's language if the remark is empty", async () => {
    const opened = await openSeen({}, LI);
    expect(hear(opened)).toContain("恭喜发财，大吉大利");
    const shared = await callAs(bot.app, shareEnvelope, BigInt(LI.id), { body: { envelopeId: opened.envelopeId } });
    expect(new URL(shared.shareUrl).searchParams.get("text")).toBe("Good luck to everybody");
  });

  it("links the group to members who open its post or a greeting, and to nobody else", async () => {
    const { appSecrets } = bot.app.config;
    const { envelopeId } = await openSeen();
    const { kysely } = bot.database;
    const follow = async (person: Person, startParam: string) => {
      const tgUserId = await bot.addPerson(person);
      await kysely.deleteFrom("chat_link").where("tg_user_id", "=", tgUserId).execute();
      await linkChat(bot.app, tgUserId, startParam);
      const links = kysely.selectFrom("chat_link").select("chat_id").where("tg_user_id", "=", tgUserId);
      return (await links.execute()).map((link) => link.chat_id);
    };
    const ofPost = formatPostStartParam(appSecrets, envelopeId, GROUP);
    for (const startParam of [ofPost, formatChatStartParam(appSecrets, GROUP)]) {
      expect([await follow(THU, startParam), await follow(STRANGER, startParam)]).toEqual([[GROUP], []]);
    }
    // While the messenger is unreachable nobody is linked, and nothing fails.
    bot.app.telegram = { ...untouched, askMember: async () => AWAY };
    expect(await follow(THU, ofPost)).toEqual([]);
  });

  it("is edited at most every three seconds, waits as asked, and ends with the last state", async () => {
    const { app } = bot;
    const opened = await openSeen();
    const postedAt = app.clock.now();
    await take(opened, LI);
    const post = await readPost(opened);
    expect(post.is_stale).toBe(true);
    expect(post.due_at.getTime() - postedAt.getTime()).toBeGreaterThanOrEqual(2_000);

    // Others flood the group: the messenger asks the bot to wait.
    for (let message = 0; message < 11; message += 1) {
      if (message === 6) app.clock.advance(3_000);
      await app.telegram.sendMessage(GROUP, { html: `noise ${message}` });
    }
    await bot.write(gate);
    const delayed = await readPost(opened);
    expect(delayed).toMatchObject({ is_stale: true, last_error: expect.stringContaining("Too Many Requests") });
    expect(delayed.due_at > app.clock.now()).toBe(true);
    await postUntilShown(opened);
    expect(hear(opened)).toContain("Left: 2 of 3");
  });

  it("stays due if a claim comes between the read and the edit", async () => {
    const opened = await openSeen();
    await take(opened, LI);
    bot.app.clock.advance(5_000);
    bot.app.telegram = {
      ...untouched,
      editCaption: async (...edit) => {
        bot.app.telegram = untouched;
        await take(opened, THU);
        return untouched.editCaption(...edit);
      },
    };
    await bot.write(gate);
    expect((await readPost(opened)).is_stale).toBe(true);
    await postUntilShown(opened);
    expect(hear(opened)).toContain("Left: 1 of 3");
  });

  it("is not posted for a sender who has left the group, who is told", async () => {
    const tgUserId = await bot.addPerson(STRANGER);
    const { kysely } = bot.database;
    const link = { tg_user_id: tgUserId, chat_id: GROUP, linked_at: bot.app.clock.now() };
    await kysely.insertInto("chat_link").values(link).execute();
    // They left between the send and the post, and the messenger is away at first.
    bot.app.telegram = { ...untouched, askMember: async () => ({ kind: "yes" }) };
    const opened = await open({}, STRANGER);
    bot.app.telegram = { ...untouched, askMember: async () => AWAY };
    await bot.write(gate);
    expect(await readPost(opened)).toMatchObject({ failed_at: null, message_id: null });
    bot.app.telegram = untouched;
    await postUntilShown(opened);
    expect((await readPost(opened)).failed_at).not.toBeNull();
    expect(see(opened)).toBeUndefined();
    const letters = kysely.selectFrom("letter").select(["kind", "payload"]).where("tg_user_id", "=", tgUserId);
    const { envelopeId } = opened;
    expect(await letters.execute()).toContainEqual({
      kind: "notPosted",
      payload: expect.objectContaining({ envelopeId }),
    });
  });

  it("is prepared as a message to share, for its sender while it is open", async () => {
    const { envelopeId } = await openSeen({ remark: "for you" });
    const share = (person: Person) => callAs(bot.app, shareEnvelope, BigInt(person.id), { body: { envelopeId } });
    const shared = await share(ANNA);
    const prepared = bot.world.state.prepared[shared.preparedMessageId ?? ""];
    expect(prepared).toMatchObject({ userId: ANNA.id, isForGroups: true });
    expect(prepared?.text).toContain("\u2068Anna Keller\u2069 sent a red envelope");
    const link = new URL(shared.shareUrl).searchParams.get("url");
    const { app } = bot;
    expect(link).toBe(`https://t.me/${app.telegram.username}/${app.config.botAppName}?startapp=e_${envelopeId}`);
    expect(await outcomeOf(share(LI))).toBe("notFound");
    app.clock.advance(app.config.envelopeTtlMs);
    expect(await outcomeOf(share(ANNA))).toBe("notAvailable");
  });
});

it("the bot writes privately only to people who allow it, with the way to what it is about", async () => {
  const tgUserId = await bot.addPerson(BUDI);
  const params = { amount: "0.05", coinType: "eth", orderId: "Ab-9_x" };
  const { kysely } = bot.database;
  async function notify(): Promise<string> {
    await kysely
      .transaction()
      .execute((trx) => queueNotification(trx, bot.app, { tgUserId, kind: "excessToBalance", params }));
    await sendNotifications.run(bot.app, signal);
    const letters = kysely.deleteFrom("letter").where("tg_user_id", "=", tgUserId).returning(["sent_at", "failed_at"]);
    const { sent_at: sentAt, failed_at: failedAt } = await letters.executeTakeFirstOrThrow();
    return `${sentAt === null ? "not sent" : "sent"}, ${failedAt === null ? "kept" : "given up"}`;
  }
  expect(await notify()).toBe("not sent, given up");
  await bot.host.act("writeAccess", { person: BUDI.n, isAllowed: true });
  await bot.takeUpdates();
  expect(await notify()).toBe("sent, kept");
  const told = bot.listWords(BUDI.id).at(-1);
  expect(told?.text).toContain("0,05 ETH (Ethereum)");
  expect(bot.urlOf(told).searchParams.get("startapp")).toBe("o_Ab-9_x");
  bot.world.personState(BUDI.id).hasBlockedBot = true;
  expect(await notify()).toBe("not sent, given up");
});

describe("the picture in a post", () => {
  const readPhoto = async (url: string | null | undefined) =>
    readFile(path.join(bot.folder, "telegram-photos", path.basename(url ?? "")));

  it("is the cover with the words and the name, and stays while shares are claimed", async () => {
    const opened = await openSeen({ remark: "Good luck", coverId: "tet" });
    const picture = { coverId: "tet", words: "Good luck", senderName: "Anna Keller", seal: "whole", best: null };
    expect(drawn).toEqual([picture]);
    const first = see(opened)?.photoUrl;
    expect(readImageSize(await readPhoto(first))).toEqual({ width: 640, height: 812 });
    await take(opened, LI);
    await postUntilShown(opened);
    expect(see(opened)).toMatchObject({ photoUrl: first, edits: 1, text: expect.stringContaining("Left: 2 of 3") });
    expect([drawn.length, (await readPost(opened)).shown_seal]).toEqual([1, "whole"]);
  });

  it("shows a broken seal and who had the best luck at the end, by one edit", async () => {
    const opened = await openSeen({ count: 2 });
    const before = see(opened)?.photoUrl;
    await take(opened, LI, THU);
    await postUntilShown(opened);
    expect(see(opened)?.photoUrl).not.toBe(before);
    expect(see(opened)?.edits).toBe(1);
    const [, last] = drawn;
    expect(last).toMatchObject({ seal: "broken", best: { amount: expect.stringMatching(/^0\.\d+ ETH$/u) } });
    expect(hear(opened)).toContain(`Best luck: \u2068${last?.best?.name}\u2069 · ${last?.best?.amount}`);
    expect(await readPost(opened)).toMatchObject({ shown_seal: "broken", is_stale: false });
  });

  it("shows a grey seal once the time is over", async () => {
    const opened = await openSeen();
    bot.app.clock.advance(bot.app.config.envelopeTtlMs + 1_000);
    await refundJob.run(bot.app, signal);
    await postUntilShown(opened);
    expect(drawn.at(-1)).toMatchObject({ seal: "grey", best: null });
    expect((await readPost(opened)).shown_seal).toBe("grey");
  });

  it("is drawn anew where the text is forgotten, since it holds the same names", async () => {
    const opened = await openSeen();
    const first = see(opened)?.photoUrl;
    await changePost(opened.envelopeId).set({ is_stale: true, posted_text: null }).execute();
    const nobody = bot.database.kysely.updateTable("tg_user").set({ first_name: "Nobody", last_name: null });
    await nobody.where("tg_user_id", "=", BigInt(ANNA.id)).execute();
    const { pictures } = bot.app;
    bot.app.pictures = { ...real, draw: async () => null };
    bot.app.clock.advance(4_000);
    await bot.write(gate);
    expect(await readPost(opened)).toMatchObject({ is_stale: true, failed_at: null });
    bot.app.pictures = pictures;
    await postUntilShown(opened);
    await bot.addPerson(ANNA);
    expect(drawn.at(-1)).toMatchObject({ senderName: "Nobody", seal: "whole" });
    expect(see(opened)?.photoUrl).not.toBe(first);
  });

  it("is missing where it cannot be drawn: the post is a text then, and stays one", async () => {
    bot.app.pictures = { ...real, draw: async () => null };
    const opened = await openSeen({ count: 2 });
    expect(see(opened)).toMatchObject({ photoUrl: null, edits: 0 });
    bot.app.pictures = real;
    await take(opened, LI, THU);
    await postUntilShown(opened);
    const text = expect.stringContaining("All shares have been claimed.") as string;
    expect(see(opened)).toMatchObject({ photoUrl: null, edits: 1, text });
    expect((await readPost(opened)).shown_seal).toBeNull();
  });

  it("stays whole where the last one cannot be drawn, under the last caption", async () => {
    const opened = await openSeen({ count: 2 });
    bot.app.pictures = { ...real, draw: async () => null };
    await take(opened, LI, THU);
    await postUntilShown(opened);
    expect(hear(opened)).toContain("All shares have been claimed.");
    expect(await readPost(opened)).toMatchObject({ shown_seal: "whole", is_stale: false });
  });

  it("is a text in a group that takes no photos", async () => {
    const refused = { kind: "refused", reason: "not enough rights to send photos to the chat" } as const;
    bot.app.telegram = { ...untouched, sendPhoto: async () => refused };
    const opened = await openSeen();
    expect(see(opened)).toMatchObject({ photoUrl: null });
    expect(await readPost(opened)).toMatchObject({ shown_seal: null, is_stale: false, failed_at: null });
  });
});
