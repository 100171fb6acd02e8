import { parseEther } from "ethers";
import { beforeEach, describe, expect, it } from "vitest";
import type { BodyOf } from "#server/calls/handler.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { moveChat } from "#server/messenger/moveChat.ts";
import { cancelEnvelopes } from "#server/orders/endOrder.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addGroup, addressOf, addUsers, bindWallet, callAs, giveBalance } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { sendRedEnvelope } from "./sendRedEnvelope.ts";

type Body = BodyOf<"sendRedEnvelope">;
const LUCKY: Body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05" };
const people = openPeople("sends");
let app: TestApp;
let user = 100n;

beforeEach(async () => {
  user += 1n;
  app = people.renew(`send ${user}`);
  await addUsers(app, [user]);
});

const send = (body: Partial<Body> = {}) => callAs(app, sendRedEnvelope, user, { body: { ...LUCKY, ...body } });
const refusal = (body: Partial<Body> = {}) => outcomeOf(send(body));
const chat = (n: bigint) => -10_000n * user - n;
const hold = (amount: string) => app.world.balances.set(addressOf(user), parseEther(amount));

/** The person's wallet holds this much. */
async function fund(amount = "1"): Promise<void> {
  await bindWallet(app, user);
  hold(amount);
}

/** Chats of the person, in which the bot is an administrator. */
async function lead(kind: "group" | "channel", ...ns: bigint[]): Promise<string[]> {
  for (const n of ns) {
    await addGroup(app, user, chat(n));
    await people.database.kysely.updateTable("chat").set({ kind }).where("chat_id", "=", chat(n)).execute();
  }
  return ns.map((n) => String(chat(n)));
}

async function countSent(): Promise<number> {
  const sent = people.database.kysely.selectFrom("envelope").select("envelope_id").where("sender_id", "=", user);
  return (await sent.execute()).length;
}

describe("a send", () => {
  it("creates an unpaid order and its envelope, and shows the passphrase to the sender only", async () => {
    await fund();
    const { envelopes, order } = await send({ passphrase: "  Happy   New Year ", remark: "All the best" });
    const unpaid = { status: "awaitingPayment", amount: "0.05", paidAmount: "0", fromAddress: addressOf(user) };
    expect(order).toMatchObject(unpaid);
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
    await fund();
    const [plain] = (await send({})).envelopes;
    expect(plain).toMatchObject({ coverId: "goodLuck", messageId: "goodLuck", remark: "" });
    const [chosen] = (await send({ coverId: "eid", messageId: "thankYou", remark: " for you " })).envelopes;
    expect(chosen).toMatchObject({ coverId: "eid", messageId: "thankYou", remark: "for you" });
  });

  it("is created once and then found by every try of one request", async () => {
    await fund();
    const body = { ...LUCKY, chatIds: await lead("group", 1n, 2n) };
    const tryWith = (requestId: string) =>
      callAs(app, sendRedEnvelope, user, { body, requestId: `${requestId}-${user}` });
    // In parallel, as if a first try had lost its key unknowingly.
    const [first, second] = await Promise.all([tryWith("r1"), tryWith("r1")]);
    expect([second, await tryWith("r1")]).toEqual([first, first]);
    expect(await countSent()).toBe(2);
    expect((await tryWith("r2")).order.orderId).not.toBe(first.order.orderId);
  });

  it("generates one passphrase for all envelopes if none is typed", async () => {
    await fund();
    const chatIds = await lead("group", 1n, 2n);
    const { envelopes, order } = await send({ chatIds });
    expect([envelopes.map(({ chatId }) => chatId), order.amount]).toEqual([chatIds, "0.1"]);
    const [first, second] = envelopes.map(({ passphrase }) => passphrase);
    expect(first).toMatch(/^[a-z]+ [0-9]{5} [a-z]+ [0-9]{5}$/);
    expect(second).toBe(first);
    expect((await send()).envelopes[0]?.passphrase).not.toBe(first);
  });

  it.each([
    ["es", /^[a-z]+ \d{5} [a-z]+ \d{5}$/],
    ["zh_CN", /^\p{Script=Han}{4} \d{5} \p{Script=Han}{4} \d{5}$/u],
    ["zh_TW", /^\p{Script=Han}{4} \d{5} \p{Script=Han}{4} \d{5}$/u],
    ["vi", /^[\p{L} ]+ \d{5} [\p{L} ]+ \d{5}$/u],
    ["km", /^[\p{Script=Khmer}]+ \d{5} [\p{Script=Khmer}]+ \d{5}$/u],
    ["id", /^[a-z]+ \d{5} [a-z]+ \d{5}$/],
  ])("makes it up of words of the sender's language %s", async (lang, form) => {
    await fund();
    await people.change(user, { lang });
    expect((await send()).envelopes[0]?.passphrase).toMatch(form);
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
    await fund("100");
    await expect(send(body)).rejects.toMatchObject({ key: "invalidRequest", messageKey });
    expect(await countSent()).toBe(0);
  });

  it("requires a coin that is open and connected", async () => {
    await fund();
    expect(await refusal({ coinType: "sol" })).toBe("coinNotEnabled");
    const unconnected = callAs({ ...app, chains: {} }, sendRedEnvelope, user, { body: LUCKY });
    expect(await outcomeOf(unconnected)).toBe("coinNotEnabled");
  });
});

describe("the funds of a send", () => {
  it("are read from the bound wallet, an ordinary one", async () => {
    expect(await refusal()).toBe("walletNotBound");
    await fund("0.049999");
    expect(await refusal()).toBe("insufficientBalance");
    app.world.isChainDown = true;
    expect(await refusal()).toBe("balanceUnavailable");
    app.world.isChainDown = false;
    app.world.contracts.add(addressOf(user));
    expect([await refusal(), await countSent()]).toEqual(["walletUnsupported", 0]);
    app.world.contracts.delete(addressOf(user));
    hold("0.05");
    await send();
  });

  it("are those of the balance in the app, with and without a wallet", async () => {
    await giveBalance(app, user, parseEther("1"));
    app.world.isChainDown = true;
    expect((await send()).order.fromAddress).toBeNull();
    app.world.isChainDown = false;
    await bindWallet(app, user);
    expect((await send()).order.fromAddress).toBe(addressOf(user));
  });

  it("must cover the envelopes of all chats together", async () => {
    await fund("0.05");
    const [first = "", second = ""] = await lead("group", 1n, 2n);
    expect(await refusal({ chatIds: [first, second] })).toBe("insufficientBalance");
    await send({ chatIds: [first, first] });
    expect(await countSent()).toBe(1);
  });
});

describe("the chats of a send", () => {
  it("must all be linked chats in which the caller and the bot are now, or nothing is created", async () => {
    await fund();
    const { members } = app.world;
    for (const chatId of [String(chat(1n)), "99999999999999999999"]) {
      expect(await refusal({ chatIds: [chatId] })).toBe("notFound");
    }
    const chatIds = await lead("group", 1n, 2n);
    expect(await refusal({ chatIds: [...chatIds, String(chat(3n))] })).toBe("notFound");
    members.delete(`${chat(2n)}:${user}`);
    expect(await refusal({ chatIds })).toBe("notFound");
    members.add(`${chat(2n)}:${user}`);
    app.world.isMessengerDown = true;
    expect(await refusal({ chatIds })).toBe("serviceUnavailable");
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    expect(await countSent()).toBe(0);
    await send({ chatIds });
    await people.database.kysely.updateTable("chat").set({ is_bot_member: false }).execute();
    expect([await refusal({ chatIds }), await countSent()]).toEqual(["notFound", 2]);
  });
});

describe("a send to members", () => {
  const toMembers = (body: Partial<Body> = {}) => send({ claimRule: "members", ...body });
  beforeEach(() => fund());

  it("makes envelopes without a passphrase, each for the members of its group and of the required chats", async () => {
    const chatIds = await lead("group", 1n, 2n);
    const requiredChatIds = [...(await lead("channel", 3n)), ...chatIds.slice(1)];
    const { envelopes } = await toMembers({ chatIds, requiredChatIds });
    const name = (...of: bigint[]) =>
      of.map((n) => ({ chatId: String(chat(n)), title: `Chat ${chat(n)}`, link: null, isMet: null }));
    expect(envelopes).toMatchObject([
      { claimRule: "members", passphrase: null, conditions: name(1n, 3n, 2n) },
      { claimRule: "members", passphrase: null, conditions: name(2n, 3n) },
    ]);
    const ids = envelopes.map(({ envelopeId }) => envelopeId);
    const phrases = people.database.kysely.selectFrom("passphrase_envelope").where("envelope_id", "in", ids);
    expect(await phrases.selectAll().execute()).toEqual([]);
  });

  it.each<Partial<Body>>([{ chatIds: [] }, { passphrase: "Lucky Day" }, { claimRule: "passphrase" }])(
    "refuses %j",
    async (body) => {
      const chatIds = await lead("group", 1n);
      await expect(toMembers({ chatIds, requiredChatIds: chatIds, ...body })).rejects.toMatchObject({
        key: "invalidRequest",
      });
      expect(await countSent()).toBe(0);
    },
  );

  it("needs the bot as an administrator of each group and required chat, and names those where it is none", async () => {
    const [first = "", second = ""] = await lead("group", 1n, 2n);
    const body = { chatIds: [first], requiredChatIds: [second] };
    app.world.ledChats.delete(second);
    await expect(toMembers(body)).rejects.toMatchObject({
      key: "botNotAdministrator",
      data: { conditions: [{ chatId: second }] },
    });
    app.world.ledChats.add(second);
    app.world.isMessengerDown = true;
    expect(await outcomeOf(toMembers(body))).toBe("serviceUnavailable");
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    expect(await countSent()).toBe(0);
    await toMembers(body);
  });

  it("takes only chats that are the sender's, and sends nothing to a channel", async () => {
    const chatIds = await lead("group", 1n);
    const channel = await lead("channel", 2n);
    expect(await outcomeOf(toMembers({ chatIds, requiredChatIds: [String(chat(3n))] }))).toBe("notFound");
    expect(await outcomeOf(toMembers({ chatIds: channel }))).toBe("notFound");
    app.world.members.delete(`${chat(2n)}:${user}`);
    expect(await outcomeOf(toMembers({ chatIds, requiredChatIds: channel }))).toBe("notFound");
    expect(await countSent()).toBe(0);
  });

  it("asks for the same group after that became a supergroup", async () => {
    const [first = "", second = ""] = await lead("group", 1n, 2n);
    await toMembers({ chatIds: [second], requiredChatIds: [first] });
    await moveChat(app, chat(1n), chat(9n));
    const sent = people.database.kysely.selectFrom("envelope").select("conditions").where("sender_id", "=", user);
    const { conditions } = await sent.executeTakeFirstOrThrow();
    expect(conditions.map(({ chatId }) => chatId)).toEqual([second, String(chat(9n))]);
  });
});

describe("unpaid orders", () => {
  it("are limited to 20 per user, also under parallel requests, until they expire", async () => {
    await fund();
    const answers = await Promise.allSettled(Array.from({ length: 25 }, () => send()));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    await expect(send()).rejects.toMatchObject({ key: "tooManyTries", retryAfterSeconds: 1800 });
    expect(await countSent()).toBe(20);
    app.clock.advance(1_800_000);
    await send();
  });

  it("cancel their envelopes when they end", async () => {
    await fund();
    const { orderId } = (await send()).order;
    const change = { at: app.clock.now(), cause: "cancelOrder" } as const;
    await people.database.kysely.transaction().execute(async (trx) => {
      const cancelled = { ...changeStatus("order", "order.cancelled", change), settled_at: change.at };
      await trx.updateTable("payment_order").set(cancelled).where("order_id", "=", orderId).execute();
      await cancelEnvelopes(trx, orderId, change);
    });
    const envelopes = people.database.kysely.selectFrom("envelope").select("status").where("order_id", "=", orderId);
    expect(await envelopes.execute()).toEqual([{ status: "cancelled" }]);
  });
});

it("every invariant holds after all of this", async () => {
  expect(await findBreaches(people.database)).toEqual([]);
});
