import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { MemberReply } from "#server/messenger/botApi.ts";
import { chatList, GROUP_REQUEST } from "#server/messenger/chatCalls.ts";
import { linkPerson } from "#server/messenger/chats.ts";
import { askMember } from "#server/messenger/memberships.ts";
import { carryOutUpdates, storeUpdate } from "#server/bot/updates.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { callAs } from "#tests/support/story.ts";

const [ANNA, LI] = PEOPLE as [Person, Person];
const [LUNCH] = GROUPS as [Group];
const GROUP = BigInt(GROUP_CHAT_ID);
const AWAY: MemberReply = { kind: "unknown", why: "away", retryAfterMs: null };

describe("the bot", () => {
  let bot: Awaited<ReturnType<typeof openBotWorld>>;
  const { signal } = new AbortController();
  beforeAll(async () => {
    bot = await openBotWorld("member news");
    bot.world.setBotMembership(LUNCH, true, ANNA);
    bot.world.setBotAdministrator(LUNCH, true, ANNA);
    await bot.takeUpdates();
    for (const person of [ANNA, LI]) await bot.addPerson(person);
  });
  afterAll(() => bot.close());
  beforeEach(() => bot.app.clock.advance(120_000));

  const listOf = async (person: Person) =>
    (await callAs(bot.app, chatList, BigInt(person.id), { query: { limit: 10 } })).items.map(({ title }) => title);

  it("hears at once who leaves a group and who joins, and stores nothing of it", async () => {
    const { app, world, database } = bot;
    await linkPerson(app, GROUP, BigInt(LI.id));
    expect(await listOf(LI)).toEqual([LUNCH.title]);
    app.clock.advance(5_000);
    world.setMembership(LI, LUNCH, false);
    await bot.takeUpdates();
    expect(await listOf(LI)).toEqual([]);
    app.clock.advance(5_000);
    world.setMembership(LI, LUNCH, true);
    await bot.takeUpdates();
    expect(await listOf(LI)).toEqual([LUNCH.title]);
    const stored = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "bot_update")
      .select("payload")
      .execute();
    expect(stored.filter(({ payload }) => JSON.stringify(payload).includes("chat_member"))).toEqual([]);
  });

  it("believes a question asked later rather than late news, by asking once more", async () => {
    const { app, world } = bot;
    const about = [app, GROUP, BigInt(LI.id)] as const;
    world.setMembership(LI, LUNCH, false);
    app.clock.advance(2_000);
    world.setMembership(LI, LUNCH, true);
    app.clock.advance(2_000);
    expect((await askMember(...about)).membership).toBe("yes");
    await bot.takeUpdates();
    expect((await askMember(...about)).membership).toBe("yes");
  });

  it.each([15, 3 * 60 * 60])("links a group that was chosen while the messenger was away for %i s", async (seconds) => {
    const { app, database } = bot;
    const { telegram } = app;
    await database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", BigInt(LI.id)).execute();
    const chat = { id: LI.id, type: "private" as const, first_name: LI.firstName };
    const shared = { request_id: GROUP_REQUEST, chat_id: GROUP_CHAT_ID };
    const message = { message_id: 1, date: 1, chat, from: { ...chat, is_bot: false }, chat_shared: shared };
    let questions = 0;
    app.telegram = {
      ...telegram,
      askMember: async () => {
        questions += 1;
        return AWAY;
      },
      readChat: () => Promise.reject(new Error("unreachable")),
    };
    await storeUpdate(app, { update_id: 5_000_000 + seconds, message });
    for (let second = 0; second < seconds; second += 5) {
      await carryOutUpdates(app, signal);
      app.clock.advance(5_000);
    }
    expect(questions).toBeLessThan(10 + seconds / 60);
    app.telegram = telegram;
    app.clock.advance(60_000);
    await carryOutUpdates(app, signal);
    expect(await listOf(LI)).toEqual([LUNCH.title]);
  });
});
