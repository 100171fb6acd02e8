import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { findFreePort } from "#devnet/process/ports.ts";
import { PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { App } from "#server/app.ts";
import { buildHttp } from "#server/http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { answerPeople } from "#server/messenger/answers.ts";
import type { Job } from "#server/job.ts";
import { pause } from "#server/pause.ts";
import { pollBot, takeWebhook } from "./botJobs.ts";
import { startJobs } from "#server/jobs/startJobs.ts";
import { onlyHandlers } from "#tests/support/onlyHandlers.ts";
import { openBotWorld } from "#tests/support/botWorld.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import type { TestApp } from "#tests/support/testApp.ts";

const SECRET = "a-webhook_secret-of-the-tests";
const [ANNA, LI] = PEOPLE as [Person, Person];

let bot: Awaited<ReturnType<typeof openBotWorld>>;
let app: TestApp;
let http: FastifyInstance;
let stop: AbortController;
let running: Promise<void>[];

const serve = (of: App) =>
  buildHttp(of, { handlers: onlyHandlers({}), authority: createAuthority(of), checkResponses: true });

beforeAll(async () => {
  const port = await findFreePort();
  bot = await openBotWorld("webhook", { PUBLIC_URL: `http://127.0.0.1:${port}`, WEBHOOK_SECRET: SECRET });
  ({ app } = bot);
  // The messenger lets a bot write only to people who have written to it.
  await say(LI, "hello");
  http = await serve(app);
  await http.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await http.close();
  await bot.close();
});
beforeEach(() => {
  stop = new AbortController();
  running = [];
  app.clock.advance(120_000);
});
afterEach(end);

function start(job: Job, of = app): void {
  const { signal } = stop;
  running.push(job.run(of, signal), answerUntilEnd(signal));
}

async function answerUntilEnd(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await answerPeople.run(app, signal);
    await pause(50, signal);
  }
}

async function end(): Promise<void> {
  stop.abort();
  await Promise.all(running);
  stop = new AbortController();
}

const answersTo = (person: Person) => bot.listWords(person.id).length;
const say = (person: Person, text: string) => bot.host.act("say", { person: person.n, chatId: person.id, text });

function post(
  body: unknown,
  secret: Record<string, string> = { "x-telegram-bot-api-secret-token": SECRET },
  to = http,
) {
  const headers = { "content-type": "application/json", ...secret };
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  return to.inject({ method: "POST", url: "/bot/webhook", headers, payload });
}

const readUpdates = () =>
  bot.database.kysely
    .selectFrom("letter")
    .where("queue", "=", "bot_update")
    .select(["place", "payload", "sent_at"])
    .orderBy("place")
    .execute();

function makeStart(updateId: number, { id, firstName }: Person) {
  const chat = { id, type: "private", first_name: firstName };
  const from = { id, is_bot: false, first_name: firstName };
  return { update_id: updateId, message: { message_id: updateId, date: 1, chat, from, text: "/start" } };
}

it("the webhook is set by the server and delivers what people write to the bot", async () => {
  const jobs = startJobs(app);
  const webhook = { url: `${app.config.publicUrl}/bot/webhook`, secretToken: SECRET };
  await expect.poll(() => bot.world.state.webhook).toEqual(webhook);
  await say(ANNA, "/start");
  await expect.poll(() => answersTo(ANNA)).toBe(1);
  const kinds = ["message", "my_chat_member", "chat_member", "callback_query", "inline_query", "chosen_inline_result"];
  expect(bot.world.state.allowedUpdates).toEqual(kinds);
  const done = { place: expect.any(BigInt) as bigint, payload: null, sent_at: app.clock.now() };
  // What else they write is not stored.
  await expect.poll(readUpdates).toEqual([done]);
  await jobs.stop();
});

it("executes an update once, however often it is posted", async () => {
  const update = makeStart(7_000_001, LI);
  const answers = await Promise.all([1, 2, 3].map(() => post(update)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  start(takeWebhook);
  await expect.poll(() => answersTo(LI)).toBe(1);
  expect((await post(update)).statusCode).toBe(200);
  await expect.poll(async () => (await readUpdates()).every((row) => row.sent_at !== null)).toBe(true);
  await end();
  start(takeWebhook);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(answersTo(LI)).toBe(1);
});

it("answers 404 without the secret, and stores nothing", async () => {
  const before = await readUpdates();
  const update = makeStart(7_000_002, LI);
  const strangers: Record<string, string>[] = [{}, { "x-telegram-bot-api-secret-token": `${SECRET}x` }];
  for (const headers of strangers) {
    const answer = await post(update, headers);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: "notFound" }]);
  }
  expect((await post("x".repeat(300_000), {})).statusCode).toBe(404);
  expect((await http.inject({ url: "/bot/webhook", headers: { accept: "application/json" } })).statusCode).toBe(404);
  expect(await readUpdates()).toEqual(before);
});

it("refuses what is not an update or is too long", async () => {
  for (const body of ["{", "[]", {}, { update_id: "1" }, { update_id: 1.5 }, { update_id: -1 }]) {
    expect((await post(body)).statusCode).toBe(400);
  }
  expect((await post({ update_id: 1, text: "x".repeat(300_000) })).statusCode).toBe(400);
});

it("does not exist without a secret in the settings", async () => {
  const polling = await serve({ ...app, config: { ...app.config, webhookSecret: null } });
  const answer = await post({ update_id: 1 }, { "x-telegram-bot-api-secret-token": "" }, polling);
  expect(answer.statusCode).toBe(404);
  await polling.close();
});

it("logs that the webhook cannot be set, and continues with what came", async () => {
  const logged: string[] = [];
  const config = { ...app.config, publicUrl: "http://hongbao.example" };
  const logger = { ...silentLogger, warn: (_: unknown, message: string) => void logged.push(message) };
  await post(makeStart(7_000_003, LI));
  const before = answersTo(LI);
  start(takeWebhook, { ...app, config, logger });
  await expect.poll(() => answersTo(LI)).toBe(before + 1);
  expect(logged).toEqual(["setting the webhook failed"]);
});

it("is replaced by polling, which executes the updates it left", async () => {
  expect(bot.world.state.webhook).not.toBeNull();
  // What an earlier test left to be answered.
  await answerPeople.run(app, stop.signal);
  await post(makeStart(7_000_004, LI));
  const before = [answersTo(LI), answersTo(ANNA)];
  start(pollBot);
  await expect.poll(() => answersTo(LI)).toBe((before[0] ?? 0) + 1);
  expect(bot.world.state.webhook).toBeNull();
  await say(ANNA, "/start");
  await expect.poll(() => answersTo(ANNA)).toBe((before[1] ?? 0) + 1);
});
