import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenLocally } from "../http/listenLocally.ts";
import { BotApi } from "./botApi.ts";
import { createTelegramServer } from "./createTelegramServer.ts";
import { HostApi } from "./hostApi.ts";
import type { Person } from "./people.ts";
import { GROUPS, GROUP_CHAT_ID, PEOPLE, SECOND_GROUP_CHAT_ID } from "./people.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const TOKEN = "42:secret";
const [anna, liMing] = PEOPLE;
const [group, secondGroup] = GROUPS;
const outsider = PEOPLE.find((person) => !person.groupIds.includes(GROUP_CHAT_ID));
if (anna === undefined || liMing === undefined || outsider === undefined) throw new Error("people are missing");
if (group === undefined || secondGroup === undefined) throw new Error("groups are missing");

interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after: number };
}

let server: Server;
let world: TelegramWorld;
let host: HostApi;
let base: string;
let nowMs: number;
let stateFile: string;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20);
  stateFile = path.join(mkdtempSync(path.join(tmpdir(), "telegram-")), "telegram.json");
  world = new TelegramWorld(
    { botToken: TOKEN, appName: "app", gatewayOrigin: "http://localhost:8080", stateFile },
    () => nowMs,
  );
  world.setBotMembership(group, true, anna);
  const api = new BotApi(world, () => nowMs);
  host = new HostApi(world, api);
  server = createTelegramServer(world, api);
  base = `http://127.0.0.1:${await listenLocally(server, 0)}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function call(method: string, body: object = {}, token = TOKEN): Promise<Answer> {
  const answer = await fetch(`${base}/bot${token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const value = (await answer.json()) as Answer;
  expect(answer.status).toBe(value.ok ? 200 : value.error_code);
  return value;
}

async function act(name: string, body: object): Promise<unknown> {
  const answer = await fetch(`${base}/devnet/telegram/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return await answer.json();
}

function withButton(button: object): object {
  return { inline_keyboard: [[button]] };
}

describe("the Bot API", () => {
  it("refuses a wrong token and an unknown method", async () => {
    expect(await call("getMe", {}, "42:other")).toMatchObject({ error_code: 401, description: "Unauthorized" });
    expect(await call("flyToTheMoon")).toMatchObject({ error_code: 404 });
  });

  it("accepts parameters as query, form and JSON", async () => {
    const markup = JSON.stringify(withButton({ text: "Open", url: "https://t.me/b/app?startapp=g_1" }));
    const form = await fetch(`${base}/bot${TOKEN}/sendMessage`, {
      method: "POST",
      body: new URLSearchParams({ chat_id: String(GROUP_CHAT_ID), text: "[a]", reply_markup: markup }),
    });
    expect(await form.json()).toMatchObject({ ok: true, result: { text: "[a]", reply_markup: JSON.parse(markup) } });
    const query = await fetch(`${base}/bot${TOKEN}/sendMessage?chat_id=${GROUP_CHAT_ID}&text=%5Bb%5D`);
    expect(await query.json()).toMatchObject({ ok: true, result: { text: "[b]" } });
  });

  it("sends the bot one update when it is added to the group, confirmed by offset", async () => {
    const first = await call("getUpdates");
    expect(first.result).toMatchObject([
      { my_chat_member: { chat: { id: GROUP_CHAT_ID, type: "supergroup" }, new_chat_member: { status: "member" } } },
    ]);
    const [update] = first.result as [{ update_id: number }];
    expect((await call("getUpdates", { offset: update.update_id + 1 })).result).toEqual([]);
  });

  it("ends a long poll on an update, and an older poll when a newer one comes", async () => {
    await call("getUpdates", { offset: 999_999_999_999 });
    const older = call("getUpdates", { timeout: 20 });
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    const newer = call("getUpdates", { timeout: 20 });
    expect(await older).toMatchObject({ error_code: 409 });
    await act("say", { person: 1, chatId: anna.id, text: "/start" });
    expect((await newer).result).toMatchObject([
      { message: { text: "/start", from: { id: anna.id }, entities: [{ type: "bot_command" }] } },
    ]);
  });

  it("hides people's messages in a group from a bot in privacy mode, but not commands", async () => {
    await call("getUpdates", { offset: 999_999_999_999 });
    await act("say", { person: 1, chatId: GROUP_CHAT_ID, text: "the word is lucky" });
    await act("say", { person: 1, chatId: GROUP_CHAT_ID, text: "/hongbao" });
    expect((await call("getUpdates")).result).toMatchObject([{ message: { text: "/hongbao" } }]);
  });

  it("queues only the kinds of updates that the bot requested", async () => {
    await call("getUpdates", { offset: 999_999_999_999, allowed_updates: ["callback_query"] });
    await act("say", { person: 1, chatId: anna.id, text: "hi" });
    expect((await call("getUpdates")).result).toEqual([]);
  });

  it("posts updates to a webhook with its secret, and then refuses polling", async () => {
    const received: { secret: unknown; body: string }[] = [];
    const hook = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ secret: request.headers["x-telegram-bot-api-secret-token"], body });
        response.end("{}");
      });
    });
    const port = await listenLocally(hook, 0);
    expect(await call("setWebhook", { url: "http://example.com/x" })).toMatchObject({
      description: "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
    });
    expect((await call("setWebhook", { url: `http://localhost:${port}/hook`, secret_token: "s_1" })).result).toBe(true);
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.secret).toBe("s_1");
    expect(JSON.parse(received[0]?.body ?? "")).toHaveProperty("my_chat_member");
    expect(await call("getUpdates")).toMatchObject({ error_code: 409 });
    await call("deleteWebhook");
    expect((await call("getUpdates")).ok).toBe(true);
    hook.close();
  });

  describe("refuses to send", () => {
    it.each([
      [{ chat_id: 1, text: "x" }, 400, "Bad Request: chat not found"],
      [{ chat_id: anna.id, text: "x" }, 403, "Forbidden: bot can't initiate conversation with a user"],
      [{ chat_id: GROUP_CHAT_ID, text: "  " }, 400, "Bad Request: message text is empty"],
      [{ chat_id: GROUP_CHAT_ID, text: "x".repeat(4097) }, 400, "Bad Request: message is too long"],
      [{ chat_id: GROUP_CHAT_ID, text: "<b>x", parse_mode: "HTML" }, 400, /can't parse entities/],
      [
        {
          chat_id: GROUP_CHAT_ID,
          text: "x",
          reply_markup: withButton({ text: "Open", web_app: { url: "https://a.example" } }),
        },
        400,
        "Bad Request: BUTTON_TYPE_INVALID",
      ],
      [
        {
          chat_id: GROUP_CHAT_ID,
          text: "x",
          reply_markup: withButton({ text: "Open", url: "https://t.me/b/app?startapp=a%20b" }),
        },
        400,
        "Bad Request: BUTTON_URL_INVALID",
      ],
      [
        {
          chat_id: GROUP_CHAT_ID,
          text: "x",
          reply_markup: withButton({ text: "Open", url: `https://t.me/b/app?startapp=${"a".repeat(513)}` }),
        },
        400,
        "Bad Request: BUTTON_URL_INVALID",
      ],
      [
        { chat_id: GROUP_CHAT_ID, text: "x", reply_markup: withButton({ text: "Open", url: "http://intranet/x" }) },
        400,
        /Wrong HTTP URL/,
      ],
      [
        { chat_id: GROUP_CHAT_ID, text: "x", reply_markup: withButton({ text: "Open", url: "javascript:alert(1)" }) },
        400,
        /Unsupported URL protocol/,
      ],
      [
        { chat_id: GROUP_CHAT_ID, text: "x", reply_markup: withButton({ text: "Open" }) },
        400,
        /Text buttons are unallowed/,
      ],
      [
        {
          chat_id: GROUP_CHAT_ID,
          text: "x",
          reply_markup: withButton({ text: "Open", callback_data: "x".repeat(65) }),
        },
        400,
        "Bad Request: BUTTON_DATA_INVALID",
      ],
    ])("%j", async (body, code, description) => {
      const answer = await call("sendMessage", body);
      expect(answer).toMatchObject({ ok: false, error_code: code });
      expect(answer.description).toMatch(
        typeof description === "string"
          ? new RegExp(`^${description.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)
          : description,
      );
      expect(world.state.messages.filter((message) => !message.isService)).toEqual([]);
    });

    it("to a group that removed the bot, and to a person who blocked it", async () => {
      await act("botMembership", { person: 1, chatId: GROUP_CHAT_ID, isMember: false });
      expect(await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "x" })).toMatchObject({
        error_code: 403,
        description: "Forbidden: bot was kicked from the supergroup chat",
      });
      expect(await call("getChatMember", { chat_id: GROUP_CHAT_ID, user_id: anna.id })).toMatchObject({
        error_code: 403,
      });
      expect(await call("getChatMemberCount", { chat_id: GROUP_CHAT_ID })).toMatchObject({ error_code: 403 });
      await act("say", { person: 1, chatId: anna.id, text: "/start" });
      expect((await call("sendMessage", { chat_id: anna.id, text: "x" })).ok).toBe(true);
      await act("blockBot", { person: 1, isBlocked: true });
      expect(await call("sendMessage", { chat_id: anna.id, text: "x" })).toMatchObject({
        error_code: 403,
        description: "Forbidden: bot was blocked by the user",
      });
    });
  });

  it("accepts a web app button and links to this machine in a person's chat", async () => {
    await act("writeAccess", { person: 2, isAllowed: true });
    const keyboard = {
      inline_keyboard: [
        [{ text: "Open", web_app: { url: "http://localhost:8080/" } }],
        [{ text: "Pay", url: "http://localhost:8080/unPaymentList#code=1" }],
      ],
    };
    expect((await call("sendMessage", { chat_id: liMing.id, text: "x", reply_markup: keyboard })).ok).toBe(true);
  });

  it("accepts the styles of buttons that there are, and refuses others", async () => {
    const ask = async (style: string) => {
      const markup = withButton({ text: "Open", url: "https://t.me/b/app?startapp=e_1", style });
      return await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: style, reply_markup: markup });
    };
    for (const style of ["primary", "success", "danger"]) expect((await ask(style)).ok).toBe(true);
    expect(await ask("warning")).toMatchObject({
      error_code: 400,
      description: expect.stringContaining("Invalid button style specified") as string,
    });
  });

  it("edits its own messages, but refuses an unchanged text", async () => {
    const markup = withButton({ text: "Claim", url: "https://t.me/b/app?startapp=e_1" });
    const sent = await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "0/5", reply_markup: markup });
    const { message_id: messageId } = sent.result as { message_id: number };
    const edit = { chat_id: GROUP_CHAT_ID, message_id: messageId };
    expect(await call("editMessageText", { ...edit, text: "0/5", reply_markup: markup })).toMatchObject({
      error_code: 400,
      description: expect.stringMatching(
        /^Bad Request: message is not modified: specified new message content/,
      ) as string,
    });
    nowMs += 5000;
    expect((await call("editMessageText", { ...edit, text: "1/5", reply_markup: markup })).result).toMatchObject({
      text: "1/5",
      edit_date: nowMs / 1000,
    });
    expect((await call("editMessageReplyMarkup", edit)).result).not.toHaveProperty("reply_markup");
    expect(await call("editMessageText", { ...edit, message_id: 999, text: "x" })).toMatchObject({
      description: "Bad Request: message to edit not found",
    });
    await act("say", { person: 1, chatId: GROUP_CHAT_ID, text: "mine" });
    expect(await call("editMessageText", { ...edit, message_id: messageId + 1, text: "x" })).toMatchObject({
      description: "Bad Request: message can't be edited",
    });
    const messages = (await (await fetch(`${base}/devnet/telegram/messages`)).json()) as unknown[];
    expect(messages).toMatchObject([
      { isService: true },
      {
        chatId: GROUP_CHAT_ID,
        messageId,
        text: "1/5",
        edits: 2,
        editDate: nowMs / 1000,
        replyMarkup: null,
        from: { is_bot: true },
      },
      { text: "mine" },
    ]);
  });

  it("answers a flood with 429 and the time to wait; edits count", async () => {
    const sent = await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "0" });
    const { message_id: messageId } = sent.result as { message_id: number };
    for (const text of ["1", "2", "3"])
      expect((await call("editMessageText", { chat_id: GROUP_CHAT_ID, message_id: messageId, text })).ok).toBe(true);
    expect(await call("editMessageText", { chat_id: GROUP_CHAT_ID, message_id: messageId, text: "4" })).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    nowMs += 1000;
    expect((await call("editMessageText", { chat_id: GROUP_CHAT_ID, message_id: messageId, text: "4" })).ok).toBe(true);
  });

  it("knows the members of the group", async () => {
    const statuses = await Promise.all(
      [anna, liMing, outsider].map((person) => call("getChatMember", { chat_id: GROUP_CHAT_ID, user_id: person.id })),
    );
    expect(statuses.map((answer) => (answer.result as { status: string }).status)).toEqual([
      "creator",
      "member",
      "left",
    ]);
    expect(await call("getChatMember", { chat_id: GROUP_CHAT_ID, user_id: 5 })).toMatchObject({ error_code: 400 });
    // The bot is one of them.
    const people = PEOPLE.filter((person) => world.isMember(person, GROUP_CHAT_ID));
    expect(await call("getChatMemberCount", { chat_id: GROUP_CHAT_ID })).toEqual({
      ok: true,
      result: people.length + 1,
    });
    expect((await call("getChat", { chat_id: GROUP_CHAT_ID })).result).toMatchObject({
      type: "supergroup",
      title: "Friday lunch",
    });
  });

  it("tells the bot of itself what its owner made it, and of others for sure only as an administrator", async () => {
    const inGroup = { chat_id: GROUP_CHAT_ID };
    const askOf = async (userId: number) => {
      const answer = await call("getChatMember", { ...inGroup, user_id: userId });
      return answer.ok ? (answer.result as { status: string }).status : answer.description;
    };
    const bot = (await call("getMe")).result as { id: number };
    expect(await askOf(bot.id)).toBe("member");
    await act("hiddenMembers", { person: 1, chatId: GROUP_CHAT_ID, isHidden: true });
    expect([await askOf(liMing.id), await askOf(bot.id)]).toEqual(["Bad Request: CHAT_ADMIN_REQUIRED", "member"]);
    const appointment = { chatId: GROUP_CHAT_ID, isAdministrator: true };
    expect(await act("botAdministrator", { person: 2, ...appointment })).toMatchObject({ ok: false });
    await act("botAdministrator", { person: 1, ...appointment });
    expect([await askOf(liMing.id), await askOf(bot.id)]).toEqual(["member", "administrator"]);
    expect((await call("getUpdates", { offset: -1 })).result).toMatchObject([
      { my_chat_member: { old_chat_member: { status: "member" }, new_chat_member: { status: "administrator" } } },
    ]);
    await act("botMembership", { person: 1, chatId: GROUP_CHAT_ID, isMember: false });
    await act("botMembership", { person: 1, chatId: GROUP_CHAT_ID, isMember: true });
    expect(await askOf(bot.id)).toBe("member");
  });

  it("shows an ephemeral answer to one member alone, and only soon after what it answers", async () => {
    const command = { command: "open", description: "Opens", is_ephemeral: true };
    await call("setMyCommands", { commands: [command], scope: { type: "all_group_chats" } });
    await act("say", { person: liMing.n, chatId: GROUP_CHAT_ID, text: "/open sesame" });
    const [update] = (await call("getUpdates", { offset: -1 })).result as [{ message: Record<string, unknown> }];
    const { message } = update;
    expect(message).toMatchObject({ message_id: 0, text: "/open sesame", from: { id: liMing.id } });
    const reply = {
      chat_id: GROUP_CHAT_ID,
      text: "psst",
      ephemeral_message_parameters: { receiver_user_id: liMing.id },
      reply_parameters: { ephemeral_message_id: message["ephemeral_message_id"] },
    };
    expect(await call("sendMessage", reply)).toMatchObject({ ok: true, result: { message_id: 0 } });
    const see = (person: Person) =>
      host.describeView(person.n).chats.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(see(liMing)).toEqual(expect.arrayContaining(["/open sesame", "psst"]));
    expect(see(anna).filter((text) => text.includes("sesame") || text === "psst")).toEqual([]);

    const toAnother = { ...reply, ephemeral_message_parameters: { receiver_user_id: anna.id } };
    expect(await call("sendMessage", toAnother)).toMatchObject({ ok: false, error_code: 400 });
    const toPerson = { ...reply, chat_id: liMing.id };
    expect(await call("sendMessage", toPerson)).toMatchObject({ ok: false });
    nowMs += 16_000;
    expect(await call("sendMessage", reply)).toMatchObject({ ok: false, error_code: 400 });
  });

  it("lets the bot delete its own messages, and those of others only as an administrator", async () => {
    const remove = (messageId: number) => call("deleteMessage", { chat_id: GROUP_CHAT_ID, message_id: messageId });
    const sent = await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "mine" });
    expect(await remove((sent.result as { message_id: number }).message_id)).toMatchObject({ ok: true });
    await act("say", { person: anna.n, chatId: GROUP_CHAT_ID, text: "hers" });
    const hers = host.listMessages().at(-1)?.messageId ?? 0;
    expect(await remove(hers)).toMatchObject({ description: "Bad Request: message can't be deleted" });
    await act("botAdministrator", { person: anna.n, chatId: GROUP_CHAT_ID, isAdministrator: true });
    expect(await remove(hers)).toMatchObject({ ok: true });
    expect(await remove(hers)).toMatchObject({ description: "Bad Request: message to delete not found" });
    await act("botAdministrator", { person: anna.n, chatId: GROUP_CHAT_ID, isAdministrator: false });
  });

  it("lets people join a public group, and leave it", async () => {
    const asked = { chat_id: GROUP_CHAT_ID, user_id: outsider.id };
    const join = (isMember: boolean) => act("membership", { person: outsider.n, chatId: GROUP_CHAT_ID, isMember });
    for (const isMember of [true, false]) {
      await join(isMember);
      const status = isMember ? "member" : "left";
      expect((await call("getChatMember", asked)).result).toMatchObject({ status });
    }
    const intoPrivate = { person: 5, chatId: SECOND_GROUP_CHAT_ID, isMember: true };
    expect(await act("membership", intoPrivate)).toMatchObject({ ok: false });
  });

  it("separates two groups: their members, their messages and whether the bot is a member", async () => {
    const inSecond = { chat_id: SECOND_GROUP_CHAT_ID };
    expect(await call("sendMessage", { ...inSecond, text: "x" })).toMatchObject({
      error_code: 403,
      description: "Forbidden: bot was kicked from the supergroup chat",
    });
    expect(await act("botMembership", { person: 3, chatId: SECOND_GROUP_CHAT_ID, isMember: true })).toMatchObject({
      ok: false,
    });
    await act("botMembership", { person: 1, chatId: SECOND_GROUP_CHAT_ID, isMember: true });
    expect((await call("getUpdates")).result).toMatchObject([
      { my_chat_member: { chat: { id: GROUP_CHAT_ID } } },
      { my_chat_member: { chat: { id: SECOND_GROUP_CHAT_ID, title: secondGroup.title } } },
    ]);
    const statuses = await Promise.all(
      PEOPLE.map((person) => call("getChatMember", { ...inSecond, user_id: person.id })),
    );
    expect(statuses.map(({ result }) => (result as { status: string }).status)).toEqual([
      "creator",
      "member",
      "left",
      "member",
      "left",
      "left",
      "member",
    ]);
    // A flood in one group does not affect the other; each has its own count.
    for (let count = 0; count < 20; count += 1) await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "x" });
    expect(await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "x" })).toMatchObject({ error_code: 429 });
    expect((await call("sendMessage", { ...inSecond, text: "y" })).result).toMatchObject({
      message_id: 2,
      chat: { id: SECOND_GROUP_CHAT_ID, type: "supergroup" },
    });
    await act("botMembership", { person: 1, chatId: GROUP_CHAT_ID, isMember: false });
    expect((await call("getChat", inSecond)).result).toMatchObject({ title: secondGroup.title });
  });

  it("offers what the bot answers to a typed name, and refuses what Telegram refuses", async () => {
    const article = { type: "article", id: "1", title: "One", input_message_content: { message_text: "one" } };
    const button = { text: "Send", web_app: { url: "https://app.example/sendPacket" } };
    expect(await call("answerInlineQuery", { inline_query_id: "1", results: [] })).toMatchObject({ error_code: 400 });
    expect(await act("askInline", { person: anna.n, text: "" })).toMatchObject({ inline: null });
    await call("setMySettings", { supports_inline_queries: true });
    const asked = act("askInline", { person: anna.n, text: "" });
    const query = await vi.waitFor(async () => {
      const { result } = await call("getUpdates", { allowed_updates: ["inline_query"] });
      const last = (result as { inline_query?: { id: string; from: { id: number } } }[]).at(-1)?.inline_query;
      if (last === undefined) throw new Error("no query yet");
      return last;
    });
    expect(query.from.id).toBe(anna.id);
    const answer = (more: object) =>
      call("answerInlineQuery", { inline_query_id: query.id, results: [article], ...more });
    const many = Array.from({ length: 51 }, (_, id) => ({ ...article, id: String(id) }));
    for (const [wrong, description] of [
      [{ results: "one" }, "Expected an Array"],
      [{ results: many }, "Too many inline query results specified"],
      [{ results: [article, article] }, "RESULT_ID_DUPLICATE"],
      [{ results: [{ ...article, title: "" }] }, "ARTICLE_TITLE_EMPTY"],
      [{ button: { text: "Send" } }, "must have exactly one optional field"],
    ] as const) {
      expect((await answer(wrong)).description).toContain(description);
    }
    expect(await answer({ button })).toMatchObject({ ok: true, result: true });
    const { inline } = (await asked) as { inline: { results: { preparedId: string }[]; button: object } };
    expect(inline).toMatchObject({ results: [{ title: "One" }], button: { text: "Send", url: button.web_app.url } });
    const sent = { person: anna.n, id: inline.results[0]?.preparedId, chatId: GROUP_CHAT_ID };
    expect(await act("sendPrepared", sent)).toMatchObject({ ok: true });
    expect(await answer({})).toMatchObject({ error_code: 400 });
    // Only a message with a button could be edited.
    expect(world.state.messages.at(-1)).toMatchObject({ isViaBot: true, inlineMessageId: null });
  });

  it("tells the bot which result was sent, and lets it edit that message, where it is not in the chat", async () => {
    await call("setMySettings", { supports_inline_queries: true, inline_feedback_share_denominator: 1 });
    const asked = act("askInline", { person: anna.n, text: "words" });
    const { id } = await vi.waitFor(async () => {
      const { result } = await call("getUpdates", { allowed_updates: ["inline_query", "chosen_inline_result"] });
      const last = (result as { inline_query?: { id: string } }[]).at(-1)?.inline_query;
      if (last === undefined) throw new Error("no query yet");
      return last;
    });
    const article = {
      type: "article",
      id: "e1",
      title: "One",
      input_message_content: { message_text: "one" },
      reply_markup: withButton({ text: "Open", url: "https://t.me/b/app?startapp=e_1" }),
    };
    await call("answerInlineQuery", { inline_query_id: id, results: [article] });
    const { inline } = (await asked) as { inline: { results: { preparedId: string }[] } };
    world.setBotMembership(group, false, anna);
    await act("sendPrepared", { person: anna.n, id: inline.results[0]?.preparedId, chatId: GROUP_CHAT_ID });
    const { result } = await call("getUpdates");
    const { chosen_inline_result: chosen } =
      (result as { chosen_inline_result?: { inline_message_id: string } }[]).at(-1) ?? {};
    expect(chosen).toMatchObject({ result_id: "e1", query: "words", from: { id: anna.id } });
    const edit = { inline_message_id: chosen?.inline_message_id, text: "over" };
    expect(await call("editMessageText", edit)).toEqual({ ok: true, result: true });
    expect(world.state.messages.at(-1)).toMatchObject({ text: "over", edits: 1 });
    expect(await call("editMessageText", edit)).toMatchObject({ error_code: 400 });
    expect((await call("editMessageText", { ...edit, inline_message_id: "x" })).description).toContain(
      "MESSAGE_ID_INVALID",
    );
  });

  it("prepares a message that only its person can share, into allowed chats, until it expires", async () => {
    const result = {
      type: "article",
      id: "1",
      title: "Red envelope",
      input_message_content: { message_text: "<b>A gift</b>", parse_mode: "HTML" },
      reply_markup: withButton({ text: "Claim", url: "https://t.me/b/app?startapp=e_1" }),
    };
    expect(await call("savePreparedInlineMessage", { user_id: 5, result })).toMatchObject({ error_code: 400 });
    const prepared = await call("savePreparedInlineMessage", { user_id: anna.id, result, allow_group_chats: true });
    const { id } = prepared.result as { id: string };
    expect(await act("sendPrepared", { person: 2, id, chatId: GROUP_CHAT_ID })).toEqual({
      ok: false,
      error: "MESSAGE_EXPIRED",
    });
    expect(await act("sendPrepared", { person: 1, id, chatId: anna.id })).toEqual({
      ok: false,
      error: "MESSAGE_SEND_FAILED",
    });
    expect(await act("sendPrepared", { person: 1, id, chatId: GROUP_CHAT_ID })).toEqual({ ok: true });
    expect(world.state.messages.at(-1)).toMatchObject({
      text: "A gift",
      isViaBot: true,
      from: { id: anna.id },
      replyMarkup: result.reply_markup,
    });
    nowMs += 3_601_000;
    expect(await act("sendPrepared", { person: 1, id, chatId: GROUP_CHAT_ID })).toEqual({
      ok: false,
      error: "MESSAGE_EXPIRED",
    });
  });

  describe("a button that asks for a group", () => {
    const ask = { request_id: 7, chat_is_channel: false, bot_is_member: true, request_title: true };
    const prepare = (button: object, user_id = anna.id) => call("savePreparedKeyboardButton", { user_id, button });

    it.each([
      ["somebody unknown", { text: "Choose", request_chat: ask }, 5, "USER_ID_INVALID"],
      ["another kind", { text: "Choose" }, anna.id, "BUTTON_INVALID"],
      ["no text", { text: " ", request_chat: ask }, anna.id, "text"],
      ["a large id", { text: "Choose", request_chat: { ...ask, request_id: 2 ** 31 } }, anna.id, "request_id"],
      ["no kind of chat", { text: "Choose", request_chat: { request_id: 7 } }, anna.id, "chat_is_channel"],
    ])("is refused for %s", async (_, button, userId, reason) => {
      const refused = await prepare(button, userId);
      expect(refused.error_code).toBe(400);
      expect(refused.description).toContain(reason);
    });

    it("brings the bot into the group that its person chooses, and tells it which", async () => {
      world.setBotMembership(group, false, anna);
      const { id } = (await prepare({ text: "Choose", request_chat: ask })).result as { id: string };
      const chosen = { id, chatId: GROUP_CHAT_ID };
      expect(await act("describeRequest", { person: outsider.n, id })).toMatchObject({
        error: "WEBAPP_REQ_ID_INVALID",
      });
      expect(await act("shareRequested", { ...chosen, person: outsider.n })).toMatchObject({ ok: false });
      expect(await act("shareRequested", { ...chosen, person: anna.n, chatId: -5 })).toMatchObject({ ok: false });
      expect(await act("describeRequest", { person: anna.n, id })).toEqual({ ok: true, chatIds: anna.groupIds });
      expect(await act("shareRequested", { ...chosen, person: anna.n })).toEqual({ ok: true });
      const { result } = await call("getUpdates");
      expect((result as object[]).slice(-2)).toMatchObject([
        { my_chat_member: { chat: { id: GROUP_CHAT_ID }, new_chat_member: { status: "member" } } },
        {
          message: {
            chat: { id: anna.id, type: "private" },
            chat_shared: { request_id: 7, chat_id: GROUP_CHAT_ID, title: group.title },
          },
        },
      ]);
    });
  });

  it("delivers a pressed button to the bot and its answer back", async () => {
    await call("getUpdates", { offset: 999_999_999_999 });
    const sent = await call("sendMessage", {
      chat_id: GROUP_CHAT_ID,
      text: "x",
      reply_markup: withButton({ text: "Ok", callback_data: "ok" }),
    });
    const { message_id: messageId } = sent.result as { message_id: number };
    const pressed = act("pressButton", { person: 2, chatId: GROUP_CHAT_ID, messageId, data: "ok" });
    const updates = await call("getUpdates", { timeout: 5 });
    const [update] = updates.result as [{ callback_query: { id: string } }];
    expect(update).toMatchObject({ callback_query: { from: { id: liMing.id }, data: "ok" } });
    await call("answerCallbackQuery", { callback_query_id: update.callback_query.id, text: "Thanks" });
    expect(await pressed).toEqual({ ok: true, answer: { text: "Thanks", isAlert: false, url: null } });
    expect(await call("answerCallbackQuery", { callback_query_id: update.callback_query.id })).toMatchObject({
      error_code: 400,
    });
  });

  it("keeps each person's cloud values private", async () => {
    expect(
      await act("customMethod", { person: 1, method: "saveStorageValue", params: { key: "a", value: "1" } }),
    ).toEqual({ ok: true, result: true });
    expect(await act("customMethod", { person: 1, method: "getStorageValues", params: { keys: ["a", "b"] } })).toEqual({
      ok: true,
      result: { a: "1", b: "" },
    });
    expect(await act("customMethod", { person: 2, method: "getStorageKeys", params: {} })).toEqual({
      ok: true,
      result: [],
    });
    expect(
      await act("customMethod", { person: 1, method: "saveStorageValue", params: { key: "ü", value: "1" } }),
    ).toEqual({ ok: false, error: "KEY_INVALID" });
  });

  it("shows an outsider nothing of the group", async () => {
    const view = (await (await fetch(`${base}/devnet/telegram/view?person=${outsider.n}`)).json()) as {
      chats: { chatId: number }[];
    };
    expect(view.chats.map((chat) => chat.chatId)).toEqual([SECOND_GROUP_CHAT_ID, outsider.id]);
    expect(await act("say", { person: outsider.n, chatId: GROUP_CHAT_ID, text: "let me in" })).toMatchObject({
      ok: false,
    });
  });

  it("keeps everything over a restart", async () => {
    await call("sendMessage", { chat_id: GROUP_CHAT_ID, text: "before" });
    await call("setMyCommands", { commands: [{ command: "start", description: "Begin" }] });
    world.save();
    expect(JSON.parse(readFileSync(stateFile, "utf8"))).toHaveProperty("messages");
    const again = new TelegramWorld(world.settings, () => nowMs);
    expect(again.state).toEqual(world.state);
    expect(again.addMessage({ chatId: GROUP_CHAT_ID, from: again.bot(), text: "after" }).messageId).toBe(3);
  });
});
