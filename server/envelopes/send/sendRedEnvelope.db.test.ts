import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BodyOf } from "#server/calls/handler.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Database } from "#server/db/database.ts";
import { addState, clearState } from "#server/db/jobState.ts";
import { moveChat } from "#server/messenger/moveChat.ts";
import { cancelEnvelopes } from "#server/orders/endOrder.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addGroup, addressOf, addUsers, bindWallet, callAs, giveBalance } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { sendRedEnvelope } from "./sendRedEnvelope.ts";

const ETH = 10n ** 18n;
let database: Database;
let app: TestApp;
let nextUser = 100n;
let user: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  nextUser += 1n;
  user = nextUser;
  app = createTestApp(database, `send ${user}`);
  await addUsers(app, [user]);
});

type Body = BodyOf<"sendRedEnvelope">;
const LUCKY: Body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05" };
const send = (body: Partial<Body> = {}) => callAs(app, sendRedEnvelope, user, { body: { ...LUCKY, ...body } });

async function fund(amountBase: bigint): Promise<void> {
  await bindWallet(app, user);
  app.world.balances.set(addressOf(user), amountBase);
}

async function countRows(): Promise<number> {
  const rows = await database.kysely
    .selectFrom("envelope")
    .select("envelope_id")
    .where("sender_id", "=", user)
    .execute();
  return rows.length;
}

describe("a send", () => {
  it("creates an unpaid order and its envelope, and shows the passphrase to the sender only", async () => {
    await bindWallet(app, user);
    app.world.balances.set(addressOf(user), ETH);
    const { envelopes, order } = await send({ passphrase: "  Happy   New Year ", remark: "All the best" });
    expect(order).toMatchObject({
      status: "awaitingPayment",
      amount: "0.05",
      paidAmount: "0",
      fromAddress: addressOf(user),
    });
    expect(envelopes).toMatchObject([
      {
        status: "awaitingPayment",
        recordStatus: "notReceived",
        totalAmount: "0.05",
        singleAmount: null,
        remainingAmount: "0.05",
        remainingCount: 5,
        passphrase: "Happy New Year",
        remark: "All the best",
        openedAt: null,
        commitment: null,
        sender: { name: `Person ${user}`, url: null },
      },
    ]);
    expect(order.envelopeIds).toEqual(envelopes.map(({ envelopeId }) => envelopeId));
  });

  it("stores the current cover and wish if none is named, and keeps the remark as typed", async () => {
    await fund(ETH);
    const [plain] = (await send({})).envelopes;
    expect(plain).toMatchObject({ coverId: "goodLuck", messageId: "goodLuck", remark: "" });
    const [chosen] = (await send({ coverId: "eid", messageId: "thankYou", remark: " for you " })).envelopes;
    expect(chosen).toMatchObject({ coverId: "eid", messageId: "thankYou", remark: "for you" });
  });

  it("is created once and then found by every try of one request", async () => {
    await fund(ETH);
    const chats = [-2001n * user, -2002n * user];
    for (const chatId of chats) await linkChat(chatId);
    const body = { ...LUCKY, chatIds: chats.map(String) };
    const tryWith = (requestId: string) =>
      callAs(app, sendRedEnvelope, user, { body, requestId: `${requestId}-${user}` });
    // In parallel, as if a first try had lost its key unknowingly.
    const [first, second] = await Promise.all([tryWith("r1"), tryWith("r1")]);
    expect(second).toEqual(first);
    expect(await tryWith("r1")).toEqual(first);
    expect(await countRows()).toBe(2);
    const other = await tryWith("r2");
    expect(other.order.orderId).not.toBe(first.order.orderId);
  });

  it("generates one passphrase for all envelopes if none is typed", async () => {
    await fund(ETH);
    const chats = [-1001n * user, -1002n * user];
    for (const chatId of chats) await linkChat(chatId);
    const { envelopes, order } = await send({ chatIds: chats.map(String) });
    expect(envelopes.map(({ chatId }) => chatId)).toEqual(chats.map(String));
    expect(order.amount).toBe("0.1");
    const [first, second] = envelopes.map(({ passphrase }) => passphrase);
    expect(first).toMatch(/^[a-z]+ [0-9]{5} [a-z]+ [0-9]{5}$/);
    expect(second).toBe(first);
    const [other] = (await send()).envelopes;
    expect(other?.passphrase).not.toBe(first);
  });

  it.each([
    ["es", /^[a-z]+ \d{5} [a-z]+ \d{5}$/],
    ["zh_CN", /^\p{Script=Han}{4} \d{5} \p{Script=Han}{4} \d{5}$/u],
    ["zh_TW", /^\p{Script=Han}{4} \d{5} \p{Script=Han}{4} \d{5}$/u],
    ["vi", /^[\p{L} ]+ \d{5} [\p{L} ]+ \d{5}$/u],
    ["km", /^[\p{Script=Khmer}]+ \d{5} [\p{Script=Khmer}]+ \d{5}$/u],
    ["id", /^[a-z]+ \d{5} [a-z]+ \d{5}$/],
  ])("makes it up of words of the sender's language %s", async (lang, form) => {
    await fund(ETH);
    await app.database.kysely.updateTable("tg_user").set({ lang }).where("tg_user_id", "=", user).execute();
    const [envelope] = (await send()).envelopes;
    expect(envelope?.passphrase).toMatch(form);
  });

  it.each([
    [{ count: 101 }, "envelope:problem.countRange"],
    [{ totalAmount: undefined }, "envelope:problem.amountRequired"],
    [{ totalAmount: "0.000005" }, "envelope:problem.amountNoLuck"],
    [{ totalAmount: "11" }, "envelope:problem.amountTooLarge"],
    [{ type: "ordinary", count: 3, totalAmount: "0.1" }, "envelope:problem.amountIndivisible"],
    [{ singleAmount: "0.1" }, "envelope:problem.amountEither"],
    [{ passphrase: "short" }, "envelope:problem.passphraseLength"],
    [{ passphrase: "new\nline" }, "envelope:problem.passphraseCharacters"],
    [{ passphrase: "a. b. c." }, "envelope:problem.passphraseThin"],
  ] as [Partial<Body>, string][])("refuses %j with a text of its own", async (body, messageKey) => {
    await fund(100n * ETH);
    await expect(send(body)).rejects.toMatchObject({ key: "invalidRequest", messageKey });
    expect(await countRows()).toBe(0);
  });

  it("requires a coin that is open and connected", async () => {
    await fund(ETH);
    await expect(send({ coinType: "sol" })).rejects.toMatchObject({ key: "coinNotEnabled" });
    await expect(callAs({ ...app, chains: {} }, sendRedEnvelope, user, { body: LUCKY })).rejects.toMatchObject({
      key: "coinNotEnabled",
    });
  });
});

describe("the funds of a send", () => {
  it("are read from the bound wallet", async () => {
    await expect(send()).rejects.toMatchObject({ key: "walletNotBound" });
    await bindWallet(app, user);
    app.world.balances.set(addressOf(user), ETH / 20n - 1n);
    await expect(send()).rejects.toMatchObject({ key: "insufficientBalance" });
    app.world.isChainDown = true;
    await expect(send()).rejects.toMatchObject({ key: "balanceUnavailable" });
    expect(await countRows()).toBe(0);

    app.world.isChainDown = false;
    app.world.balances.set(addressOf(user), ETH / 20n);
    await send();
    expect(await countRows()).toBe(1);
  });

  it("are those of the balance in the app, with and without a wallet", async () => {
    await expect(send()).rejects.toMatchObject({ key: "walletNotBound" });
    await giveBalance(app, user, ETH);
    app.world.isChainDown = true;
    expect((await send()).order.fromAddress).toBeNull();
    app.world.isChainDown = false;
    await bindWallet(app, user);
    expect((await send()).order.fromAddress).toBe(addressOf(user));
  });

  it("must be in an ordinary wallet", async () => {
    await fund(ETH);
    app.world.contracts.add(addressOf(user));
    await expect(send()).rejects.toMatchObject({ key: "walletUnsupported" });
    app.world.contracts.delete(addressOf(user));
    await send();
  });

  it("are refused while money is missing", async () => {
    await fund(ETH);
    await addState(database.kysely, "payoutsStopped:eth", "7");
    await expect(send()).rejects.toMatchObject({ key: "serviceUnavailable" });
    expect(await countRows()).toBe(0);
    await clearState(database.kysely, "payoutsStopped:eth");
    await send();
  });

  it("must cover the envelopes of all chats together", async () => {
    await fund(ETH / 20n);
    await linkChat(-21n);
    await linkChat(-22n);
    await expect(send({ chatIds: ["-21", "-22"] })).rejects.toMatchObject({ key: "insufficientBalance" });
    await send({ chatIds: ["-21", "-21"] });
    expect(await countRows()).toBe(1);
  });
});

describe("the chats of a send", () => {
  it("must be linked chats in which the caller is a member now", async () => {
    await fund(ETH);
    await expect(send({ chatIds: ["-31"] })).rejects.toMatchObject({ key: "notFound" });
    await expect(send({ chatIds: ["99999999999999999999"] })).rejects.toMatchObject({ key: "notFound" });
    await linkChat(-31n);
    await send({ chatIds: ["-31"] });
    app.world.members.delete(`-31:${user}`);
    await expect(send({ chatIds: ["-31"] })).rejects.toMatchObject({ key: "notFound" });
    app.world.members.add(`-31:${user}`);
    app.world.isMessengerDown = true;
    await expect(send({ chatIds: ["-31"] })).rejects.toMatchObject({ key: "serviceUnavailable" });
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    await send({ chatIds: ["-31"] });
    await database.kysely.updateTable("chat").set({ is_bot_member: false }).where("chat_id", "=", -31n).execute();
    await expect(send({ chatIds: ["-31"] })).rejects.toMatchObject({ key: "notFound" });
    expect(await countRows()).toBe(2);
  });

  it("must all be the caller's, or nothing is created", async () => {
    await fund(ETH);
    for (const chatId of [-41n, -42n]) await linkChat(chatId);
    await expect(send({ chatIds: ["-41", "-43"] })).rejects.toMatchObject({ key: "notFound" });
    app.world.members.delete(`-42:${user}`);
    await expect(send({ chatIds: ["-41", "-42"] })).rejects.toMatchObject({ key: "notFound" });
    expect(await countRows()).toBe(0);
    await send({ chatIds: ["-41"] });
    expect(await countRows()).toBe(1);
  });
});

describe("a send to members", () => {
  const toMembers = (body: Partial<Body> = {}) => send({ claimRule: "members", ...body });
  const chat = (n: bigint) => -10_000n * user - n;

  async function lead(chatId: bigint, kind: "group" | "channel" = "group") {
    await addGroup(app, user, chatId);
    await database.kysely.updateTable("chat").set({ kind }).where("chat_id", "=", chatId).execute();
  }

  it("makes envelopes without a passphrase, each for the members of its group and of the required chats", async () => {
    await fund(ETH);
    for (const n of [1n, 2n]) await lead(chat(n));
    await lead(chat(3n), "channel");
    const { envelopes } = await toMembers({
      chatIds: [String(chat(1n)), String(chat(2n))],
      requiredChatIds: [String(chat(3n)), String(chat(2n))],
    });
    const name = (...of: bigint[]) =>
      of.map((n) => ({ chatId: String(chat(n)), title: `Chat ${chat(n)}`, link: null, isMet: null }));
    expect(envelopes).toMatchObject([
      { claimRule: "members", passphrase: null, conditions: name(1n, 3n, 2n) },
      { claimRule: "members", passphrase: null, conditions: name(2n, 3n) },
    ]);
    const ids = envelopes.map(({ envelopeId }) => envelopeId);
    const found = await database.kysely
      .selectFrom("passphrase_envelope")
      .select("envelope_id")
      .where("envelope_id", "in", ids)
      .execute();
    expect(found).toEqual([]);
    expect(await findBreaches(database)).toEqual([]);
  });

  it.each<Partial<Body>>([{ chatIds: [] }, { passphrase: "Lucky Day" }, { claimRule: "passphrase" }])(
    "refuses %j",
    async (body) => {
      await fund(ETH);
      await lead(chat(1n));
      const chatIds = [String(chat(1n))];
      const asked = toMembers({ chatIds, requiredChatIds: chatIds, ...body });
      await expect(asked).rejects.toMatchObject({ key: "invalidRequest" });
      expect(await countRows()).toBe(0);
    },
  );

  it("needs the bot as an administrator of each group and required chat, and names those where it is none", async () => {
    await fund(ETH);
    for (const n of [1n, 2n]) await lead(chat(n));
    const body = { chatIds: [String(chat(1n))], requiredChatIds: [String(chat(2n))] };
    app.world.ledChats.delete(String(chat(2n)));
    await expect(toMembers(body)).rejects.toMatchObject({
      key: "botNotAdministrator",
      data: { conditions: [{ chatId: String(chat(2n)) }] },
    });
    app.world.ledChats.add(String(chat(2n)));
    app.world.isMessengerDown = true;
    await expect(toMembers(body)).rejects.toMatchObject({ key: "serviceUnavailable" });
    expect(await countRows()).toBe(0);
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    await toMembers(body);
    expect(await countRows()).toBe(1);
  });

  it("takes only chats that are the sender's, and sends nothing to a channel", async () => {
    await fund(ETH);
    await lead(chat(1n));
    await lead(chat(2n), "channel");
    const chatIds = [String(chat(1n))];
    const asked = toMembers({ chatIds, requiredChatIds: [String(chat(3n))] });
    await expect(asked).rejects.toMatchObject({ key: "notFound" });
    await expect(toMembers({ chatIds: [String(chat(2n))] })).rejects.toMatchObject({ key: "notFound" });
    app.world.members.delete(`${chat(2n)}:${user}`);
    const left = toMembers({ chatIds, requiredChatIds: [String(chat(2n))] });
    await expect(left).rejects.toMatchObject({ key: "notFound" });
    expect(await countRows()).toBe(0);
  });

  it("asks for the same group after that became a supergroup", async () => {
    await fund(ETH);
    await lead(chat(1n));
    await lead(chat(2n));
    const { envelopes } = await toMembers({ chatIds: [String(chat(2n))], requiredChatIds: [String(chat(1n))] });
    await moveChat(app, chat(1n), chat(9n));
    const row = await database.kysely
      .selectFrom("envelope")
      .select("conditions")
      .where("envelope_id", "=", envelopes[0]?.envelopeId ?? "")
      .executeTakeFirstOrThrow();
    expect(row.conditions.map(({ chatId }) => chatId)).toEqual([String(chat(2n)), String(chat(9n))]);
  });
});

describe("unpaid orders", () => {
  it("are limited to 20 per user, also under parallel requests", async () => {
    await fund(ETH);
    const answers = await Promise.allSettled(Array.from({ length: 25 }, () => send()));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    await expect(send()).rejects.toMatchObject({ key: "tooManyTries", retryAfterSeconds: 1800 });
    expect(await countRows()).toBe(20);
    app.clock.advance(1_800_000);
    await send();
  });

  it("cancel their envelopes when they end", async () => {
    await fund(ETH);
    const { order } = await send();
    const change = { at: app.clock.now(), cause: "cancelOrder" } as const;
    await database.kysely.transaction().execute(async (trx) => {
      await trx
        .updateTable("payment_order")
        .set({ ...changeStatus("order", "order.cancelled", change), settled_at: change.at })
        .where("order_id", "=", order.orderId)
        .execute();
      await cancelEnvelopes(trx, order.orderId, change);
    });
    const { status } = await database.kysely
      .selectFrom("envelope")
      .select("status")
      .where("order_id", "=", order.orderId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("cancelled");
  });
});

it("every invariant holds after all of this", async () => {
  expect(await findBreaches(database)).toEqual([]);
});

async function linkChat(chatId: bigint): Promise<void> {
  const at = app.clock.now();
  await database.kysely
    .insertInto("chat")
    .values({ chat_id: chatId, title: `Group ${chatId}`, is_bot_member: true, updated_at: at })
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ is_bot_member: true }))
    .execute();
  await database.kysely.insertInto("chat_link").values({ tg_user_id: user, chat_id: chatId, linked_at: at }).execute();
  app.world.members.add(`${chatId}:${user}`);
}
