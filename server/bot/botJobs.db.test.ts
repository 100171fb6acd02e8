import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "#devnet/process/ports.ts";
import type { HostApi } from "#devnet/telegram/hostApi.ts";
import { PEOPLE, type Person } from "#devnet/telegram/people.ts";
import type { TelegramWorld } from "#devnet/telegram/telegramWorld.ts";
import type { Database } from "#server/db/database.ts";
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

describe("the webhook", () => {
  let bot: Awaited<ReturnType<typeof openBotWorld>>;
  let database: Database;
  let app: TestApp;
  let world: TelegramWorld;
  let host: HostApi;
  let http: FastifyInstance;
  let stop: AbortController;
  let running: Promise<void>[];

  beforeAll(async () => {
    const port = await findFreePort();
    bot = await openBotWorld("webhook", { PUBLIC_URL: `http://127.0.0.1:${port}`, WEBHOOK_SECRET: SECRET });
    ({ database, app, world, host } = bot);
    // The messenger lets a bot write only to people who have written to it.
    await say(LI, "hello");
    http = await buildHttp(app, { handlers: onlyHandlers({}), authority: createAuthority(app), checkResponses: true });
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
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
  });

  function start(job: Job): void {
    const { signal } = stop;
    running.push(job.run(app, signal), answerUntilEnd(signal));
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

  const answersTo = (person: Person) =>
    world.state.messages.filter((message) => message.chatId === person.id && message.from.is_bot).length;
  const say = (person: Person, text: string) => host.act("say", { person: person.n, chatId: person.id, text });

  function post(body: unknown, headers: Record<string, string> = { "x-telegram-bot-api-secret-token": SECRET }) {
    return http.inject({
      method: "POST",
      url: "/bot/webhook",
      headers: { "content-type": "application/json", ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async function readUpdates() {
    return database.kysely
      .selectFrom("letter")
      .where("queue", "=", "bot_update")
      .select(["place", "payload", "sent_at"])
      .orderBy("place")
      .execute();
  }

  const makeStart = (updateId: number, person: Person) => ({
    update_id: updateId,
    message: {
      message_id: updateId,
      date: 1,
      chat: { id: person.id, type: "private", first_name: person.firstName },
      from: { id: person.id, is_bot: false, first_name: person.firstName },
      text: "/start",
    },
  });

  it("is set by the server and delivers what people write to the bot", async () => {
    const jobs = startJobs(app);
    await expect
      .poll(() => world.state.webhook)
      .toEqual({
        url: `${app.config.publicUrl}/bot/webhook`,
        secretToken: SECRET,
      });
    await say(ANNA, "/start");
    await expect.poll(() => answersTo(ANNA)).toBe(1);
    expect(world.state.allowedUpdates).toEqual([
      "message",
      "my_chat_member",
      "chat_member",
      "callback_query",
      "inline_query",
      "chosen_inline_result",
    ]);
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
    const config = { ...app.config, webhookSecret: null };
    const polling = await buildHttp(
      { ...app, config },
      { handlers: onlyHandlers({}), authority: createAuthority(app), checkResponses: true },
    );
    const answer = await polling.inject({
      method: "POST",
      url: "/bot/webhook",
      headers: { "x-telegram-bot-api-secret-token": "" },
      payload: { update_id: 1 },
    });
    expect(answer.statusCode).toBe(404);
    await polling.close();
  });

  it("logs that it cannot be set, and continues with what came", async () => {
    const logged: string[] = [];
    const config = { ...app.config, publicUrl: "http://hongbao.example" };
    const logger = { ...silentLogger, warn: (_: unknown, message: string) => void logged.push(message) };
    await post(makeStart(7_000_003, LI));
    const before = answersTo(LI);
    running.push(takeWebhook.run({ ...app, config, logger }, stop.signal), answerUntilEnd(stop.signal));
    await expect.poll(() => answersTo(LI)).toBe(before + 1);
    expect(logged).toEqual(["setting the webhook failed"]);
  });

  it("is replaced by polling, which executes the updates it left", async () => {
    expect(world.state.webhook).not.toBeNull();
    // What an earlier test left to be answered.
    await answerPeople.run(app, stop.signal);
    await post(makeStart(7_000_004, LI));
    const before = [answersTo(LI), answersTo(ANNA)];
    start(pollBot);
    await expect.poll(() => answersTo(LI)).toBe((before[0] ?? 0) + 1);
    expect(world.state.webhook).toBeNull();
    await say(ANNA, "/start");
    await expect.poll(() => answersTo(ANNA)).toBe((before[1] ?? 0) + 1);
  });
});
