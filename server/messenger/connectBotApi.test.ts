import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listen, type Listener } from "#tests/support/listen.ts";
import { connectBotApi } from "./connectBotApi.ts";

const asked: string[] = [];
let status = "member";
/** What the messenger counts; an error where it is null. */
let members: unknown = 12;
/** How many of the next questions the messenger cuts off. */
let cuts = 0;

const server = createServer((request, response) => {
  const method = request.url?.split("/").at(-1) ?? "";
  asked.push(method);
  if (cuts > 0) {
    cuts -= 1;
    request.socket.destroy();
    return;
  }
  if (method === "getChatMemberCount" && members === null) {
    response.end(JSON.stringify({ ok: false, error_code: 403, description: "Forbidden: bot was kicked" }));
    return;
  }
  if (method === "getChatMemberCount") {
    response.end(JSON.stringify({ ok: true, result: members }));
    return;
  }
  const result = method === "getMe" ? { id: 7, username: "hongbao_bot" } : { status };
  response.end(JSON.stringify({ ok: true, result }));
});

let messenger: Listener;
beforeAll(async () => {
  messenger = await listen(server);
});
afterAll(() => messenger.stop());
const connect = () => connectBotApi({ botToken: "7:token", botApiUrl: messenger.url });

beforeEach(() => {
  asked.length = 0;
  cuts = 0;
  status = "member";
});

it("asks again for a member where the connection broke", async () => {
  const bot = await connect();
  cuts = 1;
  expect(await bot.askMember(-1n, 2n)).toEqual({ kind: "yes" });
  expect(asked).toEqual(["getMe", "getChatMember", "getChatMember"]);
});

it("gives up where the connection breaks twice", async () => {
  const bot = await connect();
  cuts = 2;
  expect(await bot.askMember(-1n, 2n)).toMatchObject({ kind: "unknown", why: "away" });
  expect(asked).toHaveLength(3);
});

it("reads no chat that the bot has left, though a public one is told to everybody", async () => {
  const bot = await connect();
  expect(await bot.readChat(-1n)).toMatchObject({ isBotAdministrator: false });
  status = "left";
  expect(await bot.readChat(-1n)).toBeNull();
});

it("counts the members of a chat, and knows no number where the messenger refuses or says something else", async () => {
  const bot = await connect();
  const counts: unknown[] = [];
  for (members of [12, 0, "12", 1.5, null]) counts.push(await bot.countMembers(-1n));
  expect(counts).toEqual([12, null, null, null, null]);
  cuts = 2;
  expect(await bot.countMembers(-1n)).toBeNull();
});

it("writes no message twice where the connection broke", async () => {
  const bot = await connect();
  cuts = 1;
  await bot.sendMessage(-1n, { html: "Hello" }).catch(() => undefined);
  expect(asked).toEqual(["getMe", "sendMessage"]);
});
