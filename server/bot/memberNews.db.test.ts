import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { MemberReply } from "#server/messenger/botApi.ts";
import { chatList, GROUP_REQUEST } from "#server/messenger/chatCalls.ts";
import { linkPerson } from "#server/messenger/chats.ts";
import { askMember } from "#server/messenger/memberships.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { callAs } from "#tests/support/story.ts";
import { carryOutUpdates, storeUpdate } from "./updates.ts";

const [ANNA, LI] = PEOPLE as [Person, Person];
const [LUNCH] = GROUPS as [Group];
const GROUP = BigInt(GROUP_CHAT_ID);
const AWAY: MemberReply = { kind: "unknown", why: "away", retryAfterMs: null };
let bot: Awaited<ReturnType<typeof openBotWorld>>;

beforeAll(async () => {
  bot = await openBotWorld("member news");
  bot.world.setBotMembership(LUNCH, true, ANNA);
  bot.world.setBotAdministrator(LUNCH, true, ANNA);
  await bot.takeUpdates();
  for (const person of [ANNA, LI]) await bot.addPerson(person);
});
afterAll(() => bot.close());
beforeEach(() => wait(120_000));

const wait = (ms: number) => bot.app.clock.advance(ms);
const listChats = async () =>
  (await callAs(bot.app, chatList, BigInt(LI.id), { query: { limit: 10 } })).items.map(({ title }) => title);
const askLi = async () => (await askMember(bot.app, GROUP, BigInt(LI.id))).membership;

it("the bot hears at once who leaves a group and who joins, and stores nothing of it", async () => {
  await linkPerson(bot.app, GROUP, BigInt(LI.id));
  expect(await listChats()).toEqual([LUNCH.title]);
  for (const [isMember, titles] of [
    [false, []],
    [true, [LUNCH.title]],
  ] as const) {
    wait(5_000);
    bot.world.setMembership(LI, LUNCH, isMember);
    await bot.takeUpdates();
    expect(await listChats()).toEqual(titles);
  }
  const stored = bot.database.kysely.selectFrom("letter").select("payload").where("queue", "=", "bot_update");
  expect(JSON.stringify(await stored.execute())).not.toContain('"chat_member');
});

it("the bot believes a question asked later rather than late news, by asking once more", async () => {
  bot.world.setMembership(LI, LUNCH, false);
  wait(2_000);
  bot.world.setMembership(LI, LUNCH, true);
  wait(2_000);
  expect(await askLi()).toBe("yes");
  await bot.takeUpdates();
  expect(await askLi()).toBe("yes");
});

it.each([15, 3 * 60 * 60])(
  "a group is linked that was chosen while the messenger was away for %i s",
  async (seconds) => {
    const { app } = bot;
    const { telegram } = app;
    const { signal } = new AbortController();
    await bot.database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", BigInt(LI.id)).execute();
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
      wait(5_000);
    }
    expect(questions).toBeLessThan(10 + seconds / 60);
    app.telegram = telegram;
    wait(60_000);
    await carryOutUpdates(app, signal);
    expect(await listChats()).toEqual([LUNCH.title]);
  },
);
