import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { handleUpdate } from "#server/bot/updates.ts";
import type { Call } from "#server/calls/handler.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { chatList } from "#server/messenger/chatCalls.ts";
import { rememberChat } from "#server/messenger/chats.ts";
import { formatChatStartParam } from "#server/messenger/startParams.ts";
import { makeInitData, type TestPerson } from "#tests/support/initData.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { callAs } from "#tests/support/story.ts";
import { deleteAccount } from "./deleteAccount.ts";
import { getLang, setLang } from "./language.ts";
import { authenticateBearer, telegramAuth, telegramLogout } from "./sessions.ts";
import { getUserInfo } from "./users.ts";

const DAY_MS = 86_400_000;
const people = openPeople("accounts");
let person: TestPerson = {
  id: 5_000_000_000,
  firstName: "Anna",
  lastName: "Keller",
  username: "anna",
  languageCode: "vi",
};
let tgUserId: bigint;

beforeEach(() => {
  person = { ...person, id: person.id + 1 };
  tgUserId = BigInt(person.id);
});

interface Login {
  fields?: Record<string, string>;
  bearer?: string | null;
  ip?: string;
}
/** Data of a launch that happens now; it may be sent later. */
const launch = (someone: TestPerson, fields: Record<string, string> = {}) => {
  const { config, clock } = people.app;
  return makeInitData({ botToken: config.botToken, person: someone, authDate: clock.now(), fields });
};
const send = (initData: string, { bearer = null, ip = "203.0.113.7" }: Login = {}) =>
  telegramAuth({ body: { initData }, bearer, ip } as unknown as Call<"telegramAuth">, people.app);
const logIn = (someone: Partial<TestPerson> = {}, login: Login = {}) =>
  send(launch({ ...person, ...someone }, login.fields), login);
const logInAs = (offset: number, login: Login = {}) => logIn({ id: person.id + offset }, login);
const logOut = async (token: string) => {
  const user = await authenticateBearer(people.app, token);
  await telegramLogout({ user } as unknown as Call<"telegramLogout">, people.app);
};
/** Whose session it is, or why it is none. */
const find = async (token: string) => {
  const found = await authenticateBearer(people.app, token);
  return typeof found === "string" ? found : Number(found.tgUserId);
};
const listChats = async () =>
  (await callAs(people.app, chatList, tgUserId, { query: { limit: 50 } })).items.map(({ title }) => title);
const wait = (ms: number) => people.app.clock.advance(ms);

it("logs a new person in, in the messenger's language", async () => {
  const { token, expiresAt, isNewUser, userItem } = await logIn();
  expect([isNewUser, (await logIn()).isNewUser]).toEqual([true, false]);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(Date.parse(expiresAt)).toBe(people.app.clock.now().getTime() + 7 * DAY_MS);
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
  const sessions = people.database.kysely.selectFrom("session").where("tg_user_id", "=", tgUserId);
  for (const { token_hash: hash } of await sessions.select("token_hash").execute()) {
    expect(hash.includes(Buffer.from(token, "base64url"))).toBe(false);
  }
});

it("never takes away write access by launch data, and never restores it for a person who has blocked the bot since", async () => {
  const { app } = people;
  const chat = { id: person.id, type: "private" as const, first_name: person.firstName };
  const from = { ...chat, is_bot: false };
  const mayWrite = async () => {
    const user = people.database.kysely.selectFrom("tg_user").where("tg_user_id", "=", tgUserId);
    return (await user.select("allows_write_to_pm").executeTakeFirstOrThrow()).allows_write_to_pm;
  };
  const [silent, allowing] = [false, true].map((allowsWriteToPm) => launch({ ...person, allowsWriteToPm }));
  await send(silent ?? "");
  expect(await mayWrite()).toBe(false);

  wait(1_000);
  await handleUpdate(app, { update_id: 1, message: { message_id: 1, date: 1, chat, from, text: "/start" } });
  await send(silent ?? "");
  expect(await mayWrite()).toBe(true);

  wait(1_000);
  const old_chat_member = { status: "member" as const, user: from };
  const new_chat_member = { status: "kicked" as const, user: from, until_date: 0 };
  const blocked = { date: 1, chat, from, old_chat_member, new_chat_member };
  await handleUpdate(app, { update_id: 2, my_chat_member: blocked });
  await send(allowing ?? "");
  expect(await mayWrite()).toBe(false);
  wait(1_000);
  await logIn({ allowsWriteToPm: true });
  expect(await mayWrite()).toBe(true);
});

it("keeps a stored language at later logins and updates names", async () => {
  await logIn();
  expect(await callAs(people.app, setLang, tgUserId, { body: { lang: "zh-TW" } })).toEqual({ lang: "zh_TW" });
  const { userItem } = await logIn({ username: "anna_k", languageCode: "es" });
  expect(userItem).toMatchObject({ lang: "zh_TW", username: "anna_k" });
  expect(await callAs(people.app, getLang, tgUserId, {})).toEqual({ lang: "zh_TW" });
  expect((await callAs(people.app, getUserInfo, tgUserId, {})).userItem).toEqual(userItem);
});

it("answers simultaneous callers separately, and revokes one session alone", async () => {
  const [first, second, gone] = [await logIn(), await logInAs(500), await logIn()];
  await logOut(gone.token);
  const tokens = [first.token, "unknown", `${first.token}A`, "", second.token, gone.token, first.token];
  const [own, other] = [person.id, person.id + 500];
  expect(await Promise.all(tokens.map(find))).toEqual([own, "missing", "missing", "missing", other, "revoked", own]);
});

it("lets a session live 7 days after its last use and at most 30 days", async () => {
  const { token } = await logIn();
  const unused = (await logIn()).token;
  for (let day = 0; day < 29; day += 1) {
    wait(DAY_MS);
    expect(await find(token)).toBe(person.id);
  }
  expect(await find(unused)).toBe("missing");
  wait(DAY_MS - 1);
  expect(await find(token)).toBe(person.id);
  wait(1);
  expect(await find(token)).toBe("missing");
});

it("ends the oldest session of a person with more than ten, and no other person's", async () => {
  const other = await logInAs(700);
  const tokens: string[] = [];
  for (let login = 0; login < 12; login += 1) {
    tokens.push((await logIn()).token);
    wait(1_000);
  }
  const expected = tokens.map((_, place) => (place < 2 ? "revoked" : person.id));
  expect(await Promise.all(tokens.map(find))).toEqual(expected);
  expect(await find(other.token)).toBe(person.id + 700);
});

it("replaces the session whose bearer is sent with the login", async () => {
  const [first, stranger] = [await logIn(), await logInAs(800)];
  const second = await logIn({}, { bearer: first.token });
  for (const bearer of [stranger.token, "no bearer of ours"]) await logIn({}, { bearer });
  const found = await Promise.all([first, stranger, second].map(({ token }) => find(token)));
  expect(found).toEqual(["revoked", person.id + 800, person.id]);
});

it("accepts 20 logins of a person and 600 of an address in a minute", async () => {
  const ip = "203.0.113.20";
  for (let login = 0; login < 20; login += 1) await logIn({}, { ip });
  await expect(logIn({}, { ip })).rejects.toMatchObject({ key: "tooManyTries", retryAfterSeconds: 60 });
  await sql`
    update attempt set counted_at = counted_at || array_fill(counted_at[1], array[579]) where scope like ${`%${ip}`}
  `.execute(people.database.kysely);
  await logInAs(10_000, { ip });
  expect(await outcomeOf(logInAs(20_000, { ip }))).toBe("tooManyTries");
  await logInAs(20_000, { ip: "203.0.113.21" });
  wait(60_000);
  await logIn({}, { ip });
});

it("links the group whose signed start parameter opened the app, while both are in it", async () => {
  const { app } = people;
  const chatId = -1_002_000_000_000n - tgUserId;
  const about = { chatId, title: "Friday lunch" };
  const name = `${chatId}:${tgUserId}`;
  await rememberChat(app, { ...about, isBotMember: true });
  app.world.members.add(name);
  await logIn({}, { fields: { start_param: "g_AAAAAAAAAAAAAAAAAAAAAAAAAAA" } });
  expect(await listChats()).toEqual([]);
  const fields = { start_param: formatChatStartParam(app.config.appSecrets, chatId) };
  for (let times = 0; times < 2; times += 1) await logIn({}, { fields });
  expect(await listChats()).toEqual(["Friday lunch"]);

  app.world.members.delete(name);
  wait(60_000);
  expect(await listChats()).toEqual([]);
  app.world.members.add(name);
  wait(60_000);
  await rememberChat(app, { ...about, isBotMember: false });
  expect(await listChats()).toEqual([]);
});

it("asks the messenger about a few groups of the caller at a time, and about each at most once a minute", async () => {
  const { app } = people;
  await logIn();
  const { kysely } = people.database;
  for (let number = 0; number < 30; number += 1) {
    const chatId = -1_003_000_000_000n - BigInt(number);
    await rememberChat(app, { chatId, title: `Group ${number}`, isBotMember: true });
    const link = { tg_user_id: tgUserId, chat_id: chatId, linked_at: app.clock.now() };
    await kysely.insertInto("chat_link").values(link).execute();
    app.world.members.add(`${chatId}:${tgUserId}`);
  }
  let [underWay, most] = [0, 0];
  app.world.answerLater = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  app.world.questions.length = 0;
  for (let times = 0; times < 2; times += 1) expect(await listChats()).toHaveLength(30);
  expect([app.world.questions.length, most <= 4]).toEqual([30, true]);
  wait(60_000);
  await listChats();
  expect(app.world.questions).toHaveLength(60);
});

describe("who deleted the account and does not know it, since the answer was lost", () => {
  const MINUTE_MS = 60_000;
  const refusal = { key: "notAvailable", messageKey: "errors:accountDeleted" };
  const leave = () => callAs(people.app, deleteAccount, tgUserId, { body: {} });
  /** As the messenger signs it; its clock may be ahead. */
  const launchAhead = (aheadMs: number) => {
    const { config, clock } = people.app;
    const authDate = new Date(clock.now().getTime() + aheadMs);
    return makeInitData({ botToken: config.botToken, person, authDate });
  };
  const isKnown = async (table: "tg_user" | "departed_person") =>
    (await people.database.kysely.selectFrom(table).select("tg_user_id").where("tg_user_id", "=", tgUserId).execute())
      .length > 0;

  it("gets no new account by the launch data of before, and one by a newer launch", async () => {
    const [first, other] = [launch(person), launchAhead(1_000)];
    const { token } = await send(first);
    wait(MINUTE_MS);
    await leave();
    expect(await find(token)).toBe("missing");
    for (const initData of [first, other, first]) await expect(send(initData)).rejects.toMatchObject(refusal);
    expect(await isKnown("tg_user")).toBe(false);

    // The messenger's whole seconds may lie a little before the deletion.
    expect((await logIn()).isNewUser).toBe(true);
    await expect(send(first)).rejects.toMatchObject(refusal);
    expect((await logIn()).isNewUser).toBe(false);
  });

  it("gets none where the messenger's clock is ahead", async () => {
    const ahead = launchAhead(MINUTE_MS);
    await send(ahead);
    wait(1_000);
    await leave();
    await expect(send(ahead)).rejects.toMatchObject(refusal);
    expect(await isKnown("tg_user")).toBe(false);
  });

  it.each([1, 2, 3, 4, 5])("gets none by a login that runs beside the deletion (%i)", async () => {
    const initData = launch(person);
    await send(initData);
    wait(2_000);
    await Promise.all([leave(), ...[1, 2, 3].map(() => send(initData).catch(() => null))]);
    expect(await isKnown("tg_user")).toBe(false);
  });

  it("is noted as long as launch data counts, and no longer", async () => {
    const initData = launch(person);
    await send(initData);
    await leave();
    const clean = () => cleanUp.run(people.app, new AbortController().signal);
    wait(60 * MINUTE_MS);
    await clean();
    await expect(send(initData)).rejects.toMatchObject(refusal);
    wait(MINUTE_MS);
    await clean();
    expect(await isKnown("departed_person")).toBe(false);
    expect(await outcomeOf(send(initData))).toBe("launchDataExpired");
  });
});
