import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readImageSize } from "#devnet/telegram/readImageSize.ts";
import { GROUP_CHAT_ID, GROUPS, PEOPLE } from "#devnet/telegram/people.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { openPictures, type Pictures } from "#server/pictures/pictures.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { claim } from "#tests/support/story.ts";
import type { BotApi } from "./botApi.ts";
import { GroupGate } from "./groupGate.ts";
import { writeDue } from "./writeToGroups.ts";

const [ANNA, LI, THU, BUDI] = PEOPLE;
const [LUNCH] = GROUPS;
if (!LUNCH || !ANNA || !LI || !THU || !BUDI) throw new Error("people are missing");

describe("the picture in a post", () => {
  const { signal } = new AbortController();
  let bot: Awaited<ReturnType<typeof openBotWorld>>;
  let real: Pictures;
  /** What was drawn since the test began. */
  let drawn: EnvelopePicture[];

  beforeAll(async () => {
    bot = await openBotWorld("pictures");
    real = openPictures(silentLogger);
    bot.world.setBotMembership(LUNCH, true, ANNA);
    await bot.takeUpdates();
  });
  afterAll(async () => {
    await real.close();
    await bot.close();
  });
  beforeEach(() => {
    drawn = [];
    bot.app.clock.advance(120_000);
    bot.app.pictures = {
      ...real,
      draw: (picture) => {
        drawn.push(picture);
        return real.draw(picture);
      },
    };
  });
  let untouched: BotApi;
  beforeEach(() => {
    untouched = bot.app.telegram;
  });
  afterEach(() => {
    bot.app.telegram = untouched;
  });

  const seePost = () => bot.seeMessages(ANNA).at(-1);
  async function write(times = 3): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      bot.app.clock.advance(4_000);
      await writeDue(bot.app, new GroupGate(), signal);
    }
  }
  const readRow = (envelopeId: string) =>
    bot.database.kysely
      .selectFrom("group_post")
      .select(["shown_seal", "is_stale", "failed_at", "message_id"])
      .where("envelope_id", "=", envelopeId)
      .executeTakeFirstOrThrow();
  const readPhoto = async (url: string | null | undefined) =>
    readFile(path.join(bot.folder, "telegram-photos", path.basename(url ?? "")));

  it("is the cover with the words and the name, and stays while shares are claimed", async () => {
    const { envelopeId, passphrase } = await bot.openInGroup(ANNA, { remark: "Good luck", coverId: "tet", count: 3 });
    expect(drawn).toEqual([
      { coverId: "tet", words: "Good luck", senderName: "Anna Keller", seal: "whole", best: null },
    ]);
    const first = seePost()?.photoUrl;
    expect(readImageSize(await readPhoto(first))).toEqual({ width: 640, height: 812 });
    await claim(bot.app, await bot.addPerson(LI), passphrase, envelopeId);
    await write();
    expect(seePost()).toMatchObject({
      photoUrl: first,
      edits: 1,
      text: expect.stringContaining("Left: 2 of 3") as string,
    });
    expect(drawn).toHaveLength(1);
    expect((await readRow(envelopeId)).shown_seal).toBe("whole");
  });

  it("shows a broken seal and who had the best luck at the end, by one edit", async () => {
    const { envelopeId, passphrase } = await bot.openInGroup(ANNA, { count: 2 });
    const before = seePost()?.photoUrl;
    for (const person of [LI, THU]) await claim(bot.app, await bot.addPerson(person), passphrase, envelopeId);
    await write();
    const post = seePost();
    expect(post?.photoUrl).not.toBe(before);
    expect(post?.edits).toBe(1);
    const [, last] = drawn;
    expect(last).toMatchObject({ seal: "broken", best: { amount: expect.stringMatching(/^0\.\d+ ETH$/u) as string } });
    expect(post?.text).toContain(
      `Best luck: \u2068${last?.best?.name ?? "nobody"}\u2069 · ${last?.best?.amount ?? ""}`,
    );
    expect(await readRow(envelopeId)).toMatchObject({ shown_seal: "broken", is_stale: false });
  });

  it("shows a grey seal once the time is over", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA);
    bot.app.clock.advance(bot.app.config.envelopeTtlMs + 1_000);
    await refundJob.run(bot.app, signal);
    await write();
    expect(drawn.at(-1)).toMatchObject({ seal: "grey", best: null });
    expect((await readRow(envelopeId)).shown_seal).toBe("grey");
  });

  it("is drawn anew where the text is forgotten, since it holds the same names", async () => {
    const { envelopeId } = await bot.openInGroup(ANNA);
    const first = seePost()?.photoUrl;
    await bot.database.kysely
      .updateTable("group_post")
      .set({ is_stale: true, posted_text: null })
      .where("envelope_id", "=", envelopeId)
      .execute();
    const named = await bot.database.kysely
      .updateTable("tg_user")
      .set({ first_name: "Nobody", last_name: null })
      .where("tg_user_id", "=", BigInt(ANNA.id))
      .execute();
    expect(named).toHaveLength(1);
    const { pictures } = bot.app;
    bot.app.pictures = { ...real, draw: async () => null };
    await write(1);
    expect(await readRow(envelopeId)).toMatchObject({ is_stale: true, failed_at: null });
    bot.app.pictures = pictures;
    await write();
    await bot.addPerson(ANNA);
    expect(drawn.at(-1)).toMatchObject({ senderName: "Nobody", seal: "whole" });
    expect(seePost()?.photoUrl).not.toBe(first);
  });

  it("is missing where it cannot be drawn: the post is a text then, and stays one", async () => {
    bot.app.pictures = { ...real, draw: async () => null };
    const { envelopeId, passphrase } = await bot.openInGroup(ANNA, { count: 2 });
    expect(seePost()).toMatchObject({ photoUrl: null, edits: 0 });
    bot.app.pictures = real;
    for (const person of [LI, THU]) await claim(bot.app, await bot.addPerson(person), passphrase, envelopeId);
    await write();
    const text = expect.stringContaining("All shares have been claimed.") as string;
    expect(seePost()).toMatchObject({ photoUrl: null, edits: 1, text });
    expect((await readRow(envelopeId)).shown_seal).toBeNull();
  });

  it("stays whole where the last one cannot be drawn, under the last caption", async () => {
    const { envelopeId, passphrase } = await bot.openInGroup(ANNA, { count: 2 });
    bot.app.pictures = { ...real, draw: async () => null };
    for (const person of [LI, THU]) await claim(bot.app, await bot.addPerson(person), passphrase, envelopeId);
    await write();
    expect(seePost()?.text).toContain("All shares have been claimed.");
    expect(await readRow(envelopeId)).toMatchObject({ shown_seal: "whole", is_stale: false });
  });

  it("is a text in a group that takes no photos", async () => {
    const refused = { kind: "refused", reason: "not enough rights to send photos to the chat" } as const;
    bot.app.telegram = { ...untouched, sendPhoto: async () => refused };
    const { envelopeId } = await bot.openInGroup(ANNA);
    expect(seePost()).toMatchObject({ photoUrl: null, chatId: GROUP_CHAT_ID });
    expect(await readRow(envelopeId)).toMatchObject({ shown_seal: null, is_stale: false, failed_at: null });
  });
});
