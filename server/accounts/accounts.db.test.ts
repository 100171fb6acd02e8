import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import type { Call } from "#server/calls/handler.ts";
import { chatList } from "#server/messenger/chatCalls.ts";
import { handleUpdate } from "#server/bot/updates.ts";
import { rememberChat } from "#server/messenger/chats.ts";
import { formatChatStartParam } from "#server/messenger/startParams.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeInitData, type TestPerson } from "#tests/support/initData.ts";
import { callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { authenticateBearer, telegramLogout, telegramAuth } from "./sessions.ts";
import { getLang, setLang } from "./language.ts";
import { getUserInfo } from "./users.ts";

const DAY_MS = 86_400_000;

describe("accounts", () => {
  let database: Database;
  let app: TestApp;
  let person: TestPerson = {
    id: 5_000_000_000,
    firstName: "Anna",
    lastName: "Keller",
    username: "anna",
    languageCode: "vi",
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "accounts");
  });
  afterAll(() => database.close());
  beforeEach(() => {
    person = { ...person, id: person.id + 1 };
  });

  async function logIn(
    someone = person,
    fields: Record<string, string> = {},
    { bearer = null, ip = "203.0.113.7" }: { bearer?: string | null; ip?: string } = {},
  ) {
    const initData = makeInitData({
      botToken: app.config.botToken,
      person: someone,
      authDate: app.clock.now(),
      fields,
    });
    return telegramAuth({ body: { initData }, bearer, ip } as unknown as Call<"telegramAuth">, app);
  }

  it("logs a new person in, in the messenger's language", async () => {
    const { token, expiresAt, isNewUser, userItem } = await logIn();
    expect(isNewUser).toBe(true);
    expect((await logIn()).isNewUser).toBe(false);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(expiresAt)).toBe(app.clock.now().getTime() + 7 * DAY_MS);
    expect(userItem).toEqual({
      tgUserId: person.id,
      name: "Anna Keller",
      username: "anna",
      url: null,
      lang: "vi",
      email: null,
      walletAddress: null,
      externalPaymentCode: null,
      hasSecurityCode: false,
      vipLevel: 0,
      spendingBlocks: [],
      hideFromRanking: false,
      allowNotifications: true,
    });
    const { token_hash: stored } = await database.kysely
      .selectFrom("session")
      .select("token_hash")
      .where("tg_user_id", "=", BigInt(person.id))
      .executeTakeFirstOrThrow();
    expect(stored.includes(Buffer.from(token, "base64url"))).toBe(false);
  });

  it("never takes away write access by launch data, and never restores it for a person who has blocked the bot since", async () => {
    const chat = { id: person.id, type: "private" as const, first_name: person.firstName };
    const from = { ...chat, is_bot: false };
    const mayWrite = async () =>
      (
        await database.kysely
          .selectFrom("tg_user")
          .select("allows_write_to_pm")
          .where("tg_user_id", "=", BigInt(person.id))
          .executeTakeFirstOrThrow()
      ).allows_write_to_pm;
    const launch = (allowsWriteToPm: boolean) => ({
      body: {
        initData: makeInitData({
          botToken: app.config.botToken,
          person: { ...person, allowsWriteToPm },
          authDate: app.clock.now(),
        }),
      },
    });
    const silent = launch(false);
    const allowing = launch(true);
    const open = ({ body }: typeof silent) =>
      telegramAuth({ body, bearer: null, ip: "203.0.113.7" } as unknown as Call<"telegramAuth">, app);
    await open(silent);
    expect(await mayWrite()).toBe(false);

    app.clock.advance(1_000);
    await handleUpdate(app, { update_id: 1, message: { message_id: 1, date: 1, chat, from, text: "/start" } });
    await open(silent);
    expect(await mayWrite()).toBe(true);

    app.clock.advance(1_000);
    const old_chat_member = { status: "member" as const, user: from };
    const new_chat_member = { status: "kicked" as const, user: from, until_date: 0 };
    await handleUpdate(app, {
      update_id: 2,
      my_chat_member: { date: 1, chat, from, old_chat_member, new_chat_member },
    });
    await open(allowing);
    expect(await mayWrite()).toBe(false);
    app.clock.advance(1_000);
    await open(launch(true));
    expect(await mayWrite()).toBe(true);
  });

  it("keeps a stored language at later logins and updates names", async () => {
    const tgUserId = BigInt(person.id);
    await logIn();
    expect(await callAs(app, setLang, tgUserId, { body: { lang: "zh-TW" } })).toEqual({ lang: "zh_TW" });
    const { userItem } = await logIn({ ...person, username: "anna_k", languageCode: "es" });
    expect(userItem).toMatchObject({ lang: "zh_TW", username: "anna_k" });
    expect(await callAs(app, getLang, tgUserId, {})).toEqual({ lang: "zh_TW" });
    expect((await callAs(app, getUserInfo, tgUserId, {})).userItem).toEqual(userItem);
  });

  it("accepts its own bearers and no others", async () => {
    const { token } = await logIn();
    const session = await authenticateBearer(app, token);
    expect(session).toMatchObject({ tgUserId: BigInt(person.id) });
    expect(await authenticateBearer(app, `${token}A`)).toBe("missing");
    expect(await authenticateBearer(app, "")).toBe("missing");
  });

  it("revokes one session and leaves the others", async () => {
    const [first, second] = [await logIn(), await logIn()];
    const user = await authenticateBearer(app, first.token);
    await telegramLogout({ user } as unknown as Call<"telegramLogout">, app);
    expect(await authenticateBearer(app, first.token)).toBe("revoked");
    expect(await authenticateBearer(app, second.token)).toMatchObject({ tgUserId: BigInt(person.id) });
  });

  it("answers simultaneous callers separately", async () => {
    const [first, second, gone] = [await logIn(), await logIn({ ...person, id: person.id + 500 }), await logIn()];
    const user = await authenticateBearer(app, gone.token);
    await telegramLogout({ user } as unknown as Call<"telegramLogout">, app);
    const tokens = [first.token, "unknown", second.token, gone.token, first.token];
    const found = await Promise.all(tokens.map((token) => authenticateBearer(app, token)));
    expect(found.map((caller) => (typeof caller === "string" ? caller : caller.tgUserId))).toEqual([
      BigInt(person.id),
      "missing",
      BigInt(person.id + 500),
      "revoked",
      BigInt(person.id),
    ]);
  });

  it("lets a session live 7 days after its last use and at most 30 days", async () => {
    const { token } = await logIn();
    const unused = (await logIn()).token;
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance(DAY_MS);
      expect(await authenticateBearer(app, token)).not.toBe("missing");
    }
    expect(await authenticateBearer(app, unused)).toBe("missing");
    app.clock.advance(DAY_MS - 1);
    expect(await authenticateBearer(app, token)).not.toBe("missing");
    app.clock.advance(1);
    expect(await authenticateBearer(app, token)).toBe("missing");
  });

  it("ends the oldest session of a person with more than ten, and no other person's", async () => {
    const other = await logIn({ ...person, id: person.id + 700 });
    const tokens: string[] = [];
    for (let login = 0; login < 12; login += 1) {
      tokens.push((await logIn()).token);
      app.clock.advance(1000);
    }
    const found = await Promise.all(tokens.map((token) => authenticateBearer(app, token)));
    expect(found.map((caller) => typeof caller)).toEqual([
      ...Array<string>(2).fill("string"),
      ...Array<string>(10).fill("object"),
    ]);
    expect(found.slice(0, 2)).toEqual(["revoked", "revoked"]);
    expect(await authenticateBearer(app, other.token)).toMatchObject({ tgUserId: BigInt(person.id + 700) });
  });

  it("replaces the session whose bearer is sent with the login", async () => {
    const first = await logIn();
    const stranger = await logIn({ ...person, id: person.id + 800 });
    const second = await logIn(person, {}, { bearer: first.token });
    expect(await authenticateBearer(app, first.token)).toBe("revoked");
    await logIn(person, {}, { bearer: stranger.token });
    await logIn(person, {}, { bearer: "no bearer of ours" });
    expect(await authenticateBearer(app, stranger.token)).toMatchObject({ tgUserId: BigInt(person.id + 800) });
    expect(await authenticateBearer(app, second.token)).toMatchObject({ tgUserId: BigInt(person.id) });
  });

  it("accepts 20 logins of a person and 600 of an address in a minute", async () => {
    for (let login = 0; login < 20; login += 1) await logIn(person, {}, { ip: "203.0.113.20" });
    await expect(logIn(person, {}, { ip: "203.0.113.20" })).rejects.toMatchObject({
      key: "tooManyTries",
      retryAfterSeconds: 60,
    });
    for (let login = 20; login < 600; login += 1) {
      await logIn({ ...person, id: person.id + 10_000 + login }, {}, { ip: "203.0.113.20" });
    }
    const someone = { ...person, id: person.id + 20_000 };
    await expect(logIn(someone, {}, { ip: "203.0.113.20" })).rejects.toMatchObject({ key: "tooManyTries" });
    await logIn(someone, {}, { ip: "203.0.113.21" });
    app.clock.advance(60_000);
    await logIn(person, {}, { ip: "203.0.113.20" });
  });

  it("links the group whose signed start parameter opened the app, while both are in it", async () => {
    const chatId = -1_002_000_000_000n - BigInt(person.id);
    const tgUserId = BigInt(person.id);
    const list = async () => (await callAs(app, chatList, tgUserId, { query: { limit: 20 } })).items;
    const startParam = formatChatStartParam(app.config.appSecrets, chatId);
    await rememberChat(app, { chatId, title: "Friday lunch", isBotMember: true });
    app.world.members.add(`${chatId}:${tgUserId}`);

    await logIn(person, { start_param: "g_AAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    expect(await list()).toEqual([]);
    await logIn(person, { start_param: startParam });
    await logIn(person, { start_param: startParam });
    expect(await list()).toMatchObject([{ chatId: String(chatId), title: "Friday lunch" }]);

    app.world.members.delete(`${chatId}:${tgUserId}`);
    app.clock.advance(60_000);
    expect(await list()).toEqual([]);
    app.world.isMessengerDown = true;
    app.clock.advance(60_000);
    await expect(list()).rejects.toMatchObject({ key: "serviceUnavailable" });
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    app.world.members.add(`${chatId}:${tgUserId}`);
    await rememberChat(app, { chatId, title: "Friday lunch", isBotMember: false });
    expect(await list()).toEqual([]);
  });

  it("asks the messenger about a few groups of the caller at a time, and about each at most once a minute", async () => {
    const tgUserId = BigInt(person.id);
    await logIn();
    const at = app.clock.now();
    for (let number = 0; number < 30; number += 1) {
      const chatId = -1_003_000_000_000n - BigInt(number);
      await rememberChat(app, { chatId, title: `Group ${number}`, isBotMember: true });
      await database.kysely
        .insertInto("chat_link")
        .values({ tg_user_id: tgUserId, chat_id: chatId, linked_at: at })
        .execute();
    }
    let asked = 0;
    let underWay = 0;
    let mostUnderWay = 0;
    const { telegram } = app;
    app.telegram = {
      ...telegram,
      async askMember() {
        asked += 1;
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return { kind: "yes" };
      },
    };
    const list = async () => (await callAs(app, chatList, tgUserId, { query: { limit: 50 } })).items;
    expect(await list()).toHaveLength(30);
    expect(await list()).toHaveLength(30);
    expect(asked).toBe(30);
    expect(mostUnderWay).toBeLessThanOrEqual(4);
    app.clock.advance(60_000);
    await list();
    expect(asked).toBe(60);
    app.telegram = telegram;
  });
});
