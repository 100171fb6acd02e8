import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { BotApi } from "./botApi.ts";
import { HostApi } from "./hostApi.ts";
import { type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "./people.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const TOKEN = "42:secret";
const [ANNA, LI] = PEOPLE as [Person, Person];
const [LUNCH] = GROUPS as [Group];

let world: TelegramWorld;
let host: HostApi;
let api: BotApi;
let nowMs: number;

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 20);
  const stateFile = path.join(mkdtempSync(path.join(tmpdir(), "telegram-")), "telegram.json");
  const settings = { botToken: TOKEN, appName: "app", gatewayOrigin: "http://localhost:8080", stateFile };
  world = new TelegramWorld(settings, () => nowMs);
  api = new BotApi(world, () => nowMs);
  host = new HostApi(world, api);
  world.setBotMembership(LUNCH, true, ANNA);
});

const call = (method: string, params: object = {}) =>
  api.call(TOKEN, method, params as never, new AbortController().signal);
const say = (person: Person, text: string, more: object = {}) =>
  host.act("say", { person: person.n, chatId: GROUP_CHAT_ID, text, ...more });
const lastUpdate = () => world.state.updates.at(-1) as unknown as Record<string, Record<string, unknown>>;

it.each([
  ["anonymous", { id: 1_087_968_824, is_bot: true }, { id: GROUP_CHAT_ID }, {}],
  ["channel", { id: 136_817_688, is_bot: true }, { type: "channel" }, {}],
  ["linkedChannel", { id: 777_000, is_bot: false }, { type: "channel" }, { is_automatic_forward: true }],
])("tells the bot of a chat that speaks as Telegram does: %s", async (as, from, chat, more) => {
  await say(ANNA, "/open it", { as });
  expect(lastUpdate()["message"]).toMatchObject({ from, sender_chat: chat, text: "/open it", ...more });
  expect(lastUpdate()["message"]).not.toHaveProperty("ephemeral_message_id");
});

it("tells the bot of other bots, and of what was forwarded, whose author is another", async () => {
  await say(LI, "/open it", { as: "bot" });
  expect(lastUpdate()["message"]).toMatchObject({ from: { is_bot: true } });
  await say(LI, "/open it", { isForwarded: true });
  expect(lastUpdate()["message"]).toMatchObject({
    from: { id: LI.id },
    forward_origin: { type: "user", sender_user: { id: ANNA.id } },
  });
});

it("lets only a group's owner hide behind it, and nobody in private", async () => {
  await expect(say(LI, "/open it", { as: "anonymous" })).rejects.toThrow("owner");
  await expect(say(LI, "/open it", { as: "channel", chatId: LI.id })).rejects.toThrow("no group");
  await expect(say(LI, "/open it", { as: "ghost" })).rejects.toThrow("self, anonymous");
});

it("shows a bot all that is written where it is an administrator or in no privacy mode, else its commands", async () => {
  const count = async () => {
    const before = world.state.updates.length;
    await say(LI, "good morning");
    return world.state.updates.length - before;
  };
  expect(await count()).toBe(0);
  await call("setMySettings", { can_read_all_group_messages: true });
  expect(await count()).toBe(1);
  await call("setMySettings", { can_read_all_group_messages: false });
  world.setBotAdministrator(LUNCH, true, ANNA);
  expect(await count()).toBe(1);
});

it("keeps the bot's settings, and tells those that Telegram tells", async () => {
  expect(await call("getMe")).toMatchObject({ supports_inline_queries: false, can_join_groups: true });
  const told = { supports_inline_queries: true, inline_query_placeholder: "Choose", can_join_groups: false };
  await call("setMySettings", { ...told, inline_feedback_share_denominator: 1, callback_query_mode: "auto" });
  expect(await call("getMe")).toMatchObject({ ...told, can_read_all_group_messages: false });
  expect(await call("getMe")).not.toHaveProperty("callback_query_mode");
  for (const wrong of [{ inline_feedback_share_denominator: 2 }, { callback_query_mode: "x" }, { can_join_groups: 1 }])
    await expect(call("setMySettings", wrong)).rejects.toMatchObject({ errorCode: 400 });
  await call("setMyDefaultAdministratorRights", { rights: { can_manage_chat: true }, for_channels: true });
  expect(await call("getMyDefaultAdministratorRights", { for_channels: true })).toMatchObject({
    can_manage_chat: true,
  });
  expect(await call("getMyDefaultAdministratorRights")).toMatchObject({ can_manage_chat: false });
});

/** A message that Anna shared through the bot, into a group that it is not in. */
async function share(): Promise<number> {
  const result = {
    type: "article",
    id: "e",
    title: "One",
    input_message_content: { message_text: "one" },
    reply_markup: { inline_keyboard: [[{ text: "My share", callback_data: "share:e" }]] },
  };
  const { id } = (await call("savePreparedInlineMessage", {
    user_id: ANNA.id,
    result,
    allow_group_chats: true,
  })) as { id: string };
  world.setBotMembership(LUNCH, false, ANNA);
  await host.act("sendPrepared", { person: ANNA.n, id, chatId: GROUP_CHAT_ID });
  return world.state.messages.at(-1)?.messageId ?? 0;
}

const answer = (id: unknown, more: object = {}) =>
  call("sendMessage", { text: "yours", ephemeral_message_parameters: { callback_query_id: id }, ...more });

it("names a press on what was shared by an id alone, which is enough to answer in private within 15 s", async () => {
  const messageId = await share();
  const pressed = host.act("pressButton", { person: LI.n, chatId: GROUP_CHAT_ID, messageId, data: "share:e" });
  const { callback_query: press } = lastUpdate();
  expect(press).toMatchObject({ from: { id: LI.id }, inline_message_id: expect.any(String) });
  expect(press).not.toHaveProperty("message");
  await answer(press?.["id"]);
  expect(world.state.messages.at(-1)).toMatchObject({ chatId: GROUP_CHAT_ID, text: "yours", onlyFor: LI.id });
  await expect(answer("another")).rejects.toMatchObject({ errorCode: 400 });
  await expect(answer(press?.["id"], { chat_id: GROUP_CHAT_ID })).rejects.toMatchObject({ errorCode: 403 });
  nowMs += 16_000;
  await expect(answer(press?.["id"])).rejects.toMatchObject({ errorCode: 400 });
  await call("answerCallbackQuery", { callback_query_id: press?.["id"] });
  await pressed;
});

it("names a press on the bot's own message so, too, where the bot wants all of them alike", async () => {
  await call("setMySettings", { callback_query_mode: "inline" });
  const reply_markup = { inline_keyboard: [[{ text: "My share", callback_data: "share:e" }]] };
  await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "a post", reply_markup });
  const messageId = world.state.messages.at(-1)?.messageId;
  const pressed = host.act("pressButton", { person: LI.n, chatId: GROUP_CHAT_ID, messageId, data: "share:e" });
  const { callback_query: press } = lastUpdate();
  expect(press).toMatchObject({ inline_message_id: expect.any(String) });
  expect(press).not.toHaveProperty("message");
  await call("answerCallbackQuery", { callback_query_id: press?.["id"] });
  await pressed;
});
