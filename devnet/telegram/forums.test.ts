import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { BotApi } from "./botApi.ts";
import { HostApi } from "./hostApi.ts";
import { CHANNEL, type Group, GROUP_CHAT_ID, GROUPS, PEOPLE, type Person } from "./people.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const TOKEN = "42:secret";
const [ANNA, LI] = PEOPLE as [Person, Person];
const [LUNCH] = GROUPS as [Group];

let world: TelegramWorld;
let host: HostApi;
let api: BotApi;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20);
  const stateFile = path.join(mkdtempSync(path.join(tmpdir(), "telegram-")), "telegram.json");
  const settings = { botToken: TOKEN, appName: "app", gatewayOrigin: "http://localhost:8080", stateFile };
  world = new TelegramWorld(settings, () => nowMs);
  api = new BotApi(world, () => nowMs);
  host = new HostApi(world, api);
  world.setBotMembership(LUNCH, true, ANNA);
  await call("setWebhook", { url: "", allowed_updates: [] });
});

const call = (method: string, params: object = {}) =>
  api.call(TOKEN, method, params as never, new AbortController().signal);
const act = (name: string, person: Person, input: object = {}) =>
  host.act(name, { person: person.n, chatId: GROUP_CHAT_ID, ...input });
const lastUpdate = () => world.state.updates.at(-1) as unknown as Record<string, Record<string, unknown>>;
const listUpdates = () => world.state.updates as unknown as Record<string, Record<string, unknown>>[];

/** The bot writes, a minute after whatever it wrote before. */
async function write(threadId?: number, chatId: number = GROUP_CHAT_ID): Promise<Record<string, unknown>> {
  nowMs += 60_000;
  const place = threadId === undefined ? {} : { message_thread_id: threadId };
  return (await call("sendMessage", { chat_id: chatId, text: "hello", ...place })) as Record<string, unknown>;
}
const refusal = (description: string) => ({ errorCode: 400, message: `Bad Request: ${description}` });

describe("a forum", () => {
  let topic: number;
  beforeEach(async () => {
    await act("forum", ANNA, { isForum: true });
    topic = (await act("openTopic", ANNA, { name: "Tea" })).threadId ?? 0;
  });

  it("is one to the bot, which hears of its topics in privacy mode, too", async () => {
    expect(await call("getChat", { chat_id: GROUP_CHAT_ID })).toMatchObject({ is_forum: true });
    expect(lastUpdate()["message"]).toMatchObject({
      message_thread_id: topic,
      is_topic_message: true,
      forum_topic_created: { name: "Tea" },
    });
    await act("say", LI, { text: "/open it", threadId: topic, isOpenly: true });
    expect(lastUpdate()["message"]).toMatchObject({ message_thread_id: topic, is_topic_message: true });
    await act("say", LI, { text: "/open it", isOpenly: true });
    expect(lastUpdate()["message"]).not.toHaveProperty("message_thread_id");
  });

  it("takes the bot's messages in a topic and in General, which is named by no id", async () => {
    expect(await write(topic)).toMatchObject({ message_thread_id: topic, is_topic_message: true });
    expect(await write()).not.toHaveProperty("message_thread_id");
    await expect(write(1)).rejects.toMatchObject(refusal("message thread not found"));
    await expect(write(topic + 50)).rejects.toMatchObject(refusal("message thread not found"));
  });

  it("refuses them in a closed topic and in a closed General, and takes them once it is open again", async () => {
    for (const threadId of [topic, 1]) {
      const place = threadId === 1 ? undefined : threadId;
      await act("closeTopic", ANNA, { threadId, isClosed: true });
      expect(lastUpdate()["message"]).toHaveProperty("forum_topic_closed");
      await expect(write(place)).rejects.toMatchObject(refusal("TOPIC_CLOSED"));
      await expect(act("say", LI, { text: "hi", threadId })).rejects.toThrow("closed");
      await act("say", ANNA, { text: "hi", threadId });
      await act("closeTopic", ANNA, { threadId, isClosed: false });
      await write(place);
    }
  });

  it("lets a bot that manages topics write in a closed one, and no other administrator", async () => {
    await act("closeTopic", ANNA, { threadId: topic, isClosed: true });
    await act("botAdministrator", ANNA, { isAdministrator: true });
    await expect(write(topic)).rejects.toMatchObject(refusal("TOPIC_CLOSED"));
    await act("addBot", ANNA, { admin: "manage_topics" });
    await write(topic);
  });

  it("loses a deleted topic with all that stood in it, and never General", async () => {
    await write(topic);
    await act("deleteTopic", ANNA, { threadId: topic });
    expect(world.state.messages.some(({ threadId }) => threadId === topic)).toBe(false);
    await expect(write(topic)).rejects.toMatchObject(refusal("message thread not found"));
    await expect(act("deleteTopic", ANNA, { threadId: 1 })).rejects.toThrow("General");
    await expect(act("openTopic", LI, { name: "Mine" })).rejects.toThrow("owner");
  });

  it("is an ordinary group again without topics, which passes their ids over", async () => {
    await act("forum", ANNA, { isForum: false });
    expect(await write(topic)).not.toHaveProperty("message_thread_id");
  });

  it("has a private answer in the topic of the command or the press that it answers", async () => {
    await call("setMyCommands", {
      commands: [{ command: "open", description: "Open", is_ephemeral: true }],
      scope: { type: "all_group_chats" },
    });
    await act("say", LI, { text: "/open it", threadId: topic });
    const { ephemeral_message_id } = lastUpdate()["message"] ?? {};
    await call("sendMessage", {
      chat_id: GROUP_CHAT_ID,
      text: "yours",
      ephemeral_message_parameters: { receiver_user_id: LI.id },
      reply_parameters: { ephemeral_message_id },
    });
    expect(world.state.messages.at(-1)).toMatchObject({ text: "yours", threadId: topic, onlyFor: LI.id });
  });
});

describe("a basic group", () => {
  let basic: number;
  beforeEach(async () => {
    basic = (await act("createGroup", ANNA, { title: "Family", people: [2, 3] })).chatId ?? 0;
    await act("botMembership", ANNA, { chatId: basic, isMember: true });
  });

  it("has an id and a type of its own, and is seen by its members", async () => {
    expect(lastUpdate()["my_chat_member"]).toMatchObject({ chat: { id: basic, type: "group", title: "Family" } });
    expect(host.describeView(2).chats.map(({ chatId }) => chatId)).toContain(basic);
    expect(host.describeView(4).chats.map(({ chatId }) => chatId)).not.toContain(basic);
    await write(undefined, basic);
  });

  it("becomes a supergroup: the bot is told of its new place, then in both chats, and that it left by nothing", async () => {
    const { length } = world.state.updates;
    const { chatId } = await act("upgradeGroup", ANNA, { chatId: basic });
    expect(listUpdates().slice(length)).toMatchObject([
      { my_chat_member: { chat: { id: chatId, type: "supergroup" }, new_chat_member: { status: "member" } } },
      { message: { chat: { id: basic, type: "group" }, migrate_to_chat_id: chatId } },
      { message: { chat: { id: chatId }, sender_chat: { id: chatId }, migrate_from_chat_id: basic } },
    ]);
    expect(chatId).toBeLessThan(-1_000_000_000_000);
  });

  it("refuses to be written to or asked about its members then, and names the new id; edits go on", async () => {
    const { message_id } = await write(undefined, basic);
    const { chatId } = await act("upgradeGroup", ANNA, { chatId: basic });
    const moved = {
      ...refusal("group chat was upgraded to a supergroup chat"),
      parameters: { migrate_to_chat_id: chatId },
    };
    await expect(write(undefined, basic)).rejects.toMatchObject(moved);
    await expect(call("getChatMember", { chat_id: basic, user_id: LI.id })).rejects.toMatchObject(moved);
    await expect(call("deleteMessage", { chat_id: basic, message_id })).rejects.toMatchObject(moved);
    await call("editMessageText", { chat_id: basic, message_id, text: "changed" });
    expect(await call("getChat", { chat_id: basic })).toMatchObject({ type: "group" });
    expect(await call("getChatMember", { chat_id: chatId, user_id: LI.id })).toMatchObject({ status: "member" });
    expect(await call("getChatMember", { chat_id: chatId, user_id: ANNA.id })).toMatchObject({ status: "creator" });
    await write(undefined, chatId);
  });

  it("is shown as one conversation under its new id", async () => {
    await write(undefined, basic);
    const { chatId } = await act("upgradeGroup", ANNA, { chatId: basic });
    const { chats } = host.describeView(2);
    expect(chats.some((chat) => chat.chatId === basic)).toBe(false);
    expect(chats.find((chat) => chat.chatId === chatId)?.messages.map(({ text }) => text)).toContain("hello");
  });

  it.each([
    ["forum", { isForum: true }],
    ["hiddenMembers", { isHidden: true }],
    ["addBot", { admin: "delete_messages" }],
  ])("becomes one by itself for what it cannot have: %s", async (name, input) => {
    await act(name, ANNA, { chatId: basic, ...input });
    expect(world.state.movedGroups[basic]).toBeDefined();
    await expect(act(name, ANNA, { chatId: basic, ...input })).rejects.toThrow("another id");
  });
});

describe("a link that adds the bot", () => {
  it("makes it an administrator with the rights that it names, of which the bot is told once, and starts it", async () => {
    world.setBotMembership(LUNCH, false, ANNA);
    const { length } = world.state.updates;
    await act("addBot", ANNA, { admin: "delete_messages post_messages nonsense", start: "x1" });
    expect(listUpdates().slice(length)).toMatchObject([
      {
        my_chat_member: {
          old_chat_member: { status: "left" },
          new_chat_member: {
            status: "administrator",
            can_manage_chat: true,
            can_delete_messages: true,
            can_restrict_members: false,
          },
        },
      },
      { message: { text: "/start@hongbao_devnet_bot x1", from: { id: ANNA.id } } },
    ]);
    expect(listUpdates()[length]?.["my_chat_member"]?.["new_chat_member"]).not.toHaveProperty("can_post_messages");
    await act("addBot", ANNA, { admin: "invite_users" });
    expect(await call("getChatMember", { chat_id: GROUP_CHAT_ID, user_id: 42 })).toMatchObject({
      can_delete_messages: true,
      can_invite_users: true,
    });
  });

  it("adds an ordinary member without rights, as anybody may, and gives rights for the owner alone", async () => {
    world.setBotMembership(LUNCH, false, ANNA);
    await expect(act("addBot", LI, { admin: "manage_chat" })).rejects.toThrow("owner");
    await act("addBot", LI, { admin: "post_messages" });
    expect(await call("getChatMember", { chat_id: GROUP_CHAT_ID, user_id: 42 })).toMatchObject({ status: "member" });
  });

  it("lets it into a channel, as an administrator alone, which then asks who is in it", async () => {
    const channel = { chatId: CHANNEL.chatId };
    await expect(act("addBot", ANNA, channel)).rejects.toThrow("administrator");
    await expect(act("addBot", LI, { ...channel, admin: "manage_chat" })).rejects.toThrow("owner");
    await act("addBot", ANNA, { ...channel, admin: "manage_chat post_messages" });
    expect(lastUpdate()["my_chat_member"]).toMatchObject({
      chat: { id: CHANNEL.chatId, type: "channel" },
      new_chat_member: { status: "administrator", can_manage_chat: true, can_post_messages: true },
    });
    expect(await call("getChatMember", { chat_id: CHANNEL.chatId, user_id: LI.id })).toMatchObject({ status: "left" });
    expect(await call("getChatMember", { chat_id: CHANNEL.chatId, user_id: ANNA.id })).toMatchObject({
      status: "creator",
    });
  });
});
