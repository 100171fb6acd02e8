import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyFairness } from "#domain/draw/verifyFairness.ts";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import type { ApiError } from "#server/calls/apiError.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, openEnvelope, payOrder } from "#tests/support/story.ts";
import { type TestApp, createTestApp } from "#tests/support/testApp.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";

const ETH = 10n ** 18n;
const HOUR_MS = 3_600_000;
let database: Database;
let app: TestApp;
let group = 0n;
let sender: bigint;
let people: readonly bigint[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  group += 1n;
  sender = group * 1000n;
  people = Array.from({ length: 8 }, (_, index) => sender + BigInt(index) + 1n);
  app = createTestApp(database, `claim ${group}`);
  // Each test begins after the envelopes of earlier ones, so that a passphrase alone finds only its own.
  app.clock.advance(Number(group) * 72 * HOUR_MS);
  await addUsers(app, [sender, ...people]);
  await bindWallet(app, sender);
  app.world.balances.set(addressOf(sender), 100n * ETH);
});

const [person, other] = [() => sender + 1n, () => sender + 2n];
const open = (body: Parameters<typeof openEnvelope>[2] = {}) => openEnvelope(app, sender, body);
const detail = (userId: bigint, envelopeId: string, limit = 100) =>
  callAs(app, claimDetail, userId, { query: { envelopeId, limit } });

/** Creates a group with the bot, in which these people are and to which they are linked. */
async function addChat(members: readonly bigint[], chatId = -sender): Promise<bigint> {
  const at = app.clock.now();
  await database.kysely
    .insertInto("chat")
    .values({ chat_id: chatId, title: "Group", is_bot_member: true, updated_at: at })
    .execute();
  const links = members.map((id) => ({ tg_user_id: id, chat_id: chatId, linked_at: at }));
  await database.kysely.insertInto("chat_link").values(links).execute();
  for (const id of members) app.world.members.add(`${chatId}:${id}`);
  return chatId;
}

describe("a claim", () => {
  it("adds a share to the balance at once, and a repeat returns the same claim", async () => {
    const { envelopeId } = await open();
    const first = await claim(app, person(), "lucky DAY", envelopeId);
    expect(first).toMatchObject({
      alreadyClaimed: false,
      claim: { envelopeId, coinType: "eth", isMine: true, bestLuck: false, user: { name: `Person ${person()}` } },
      envelope: {
        status: "open",
        recordStatus: "partiallyReceived",
        receivedQuantity: 1,
        remainingCount: 4,
        passphrase: null,
      },
    });
    const again = await claim(app, person(), "Lucky Day", envelopeId);
    expect(again).toEqual({ ...first, alreadyClaimed: true });
    const [whole = "0", fraction = ""] = first.claim.amount.split(".");
    expect(await readBalance(database.kysely, person(), "eth")).toBe(BigInt(whole + fraction.padEnd(18, "0")));
  });

  it("names somebody without a visible name by the last figures of their id", async () => {
    const { envelopeId } = await open();
    const unseen = { first_name: "\u3164\u2800", last_name: "\u202E" };
    await database.kysely.updateTable("tg_user").set(unseen).where("tg_user_id", "=", person()).execute();
    const { claim: mine } = await claim(app, person(), "Lucky Day", envelopeId);
    expect(mine.user.name).toBe(`Somebody ${String(person()).slice(-4)}`);
  });

  it("of one's own lucky draw is allowed, of one's own ordinary envelope it is not", async () => {
    const lucky = await open();
    expect(await claim(app, sender, "Lucky Day", lucky.envelopeId)).toMatchObject({
      alreadyClaimed: false,
      envelope: { passphrase: "Lucky Day" },
    });
    const ordinary = await open({ type: "ordinary", passphrase: "Equal parts" });
    await expect(claim(app, sender, "Equal parts", ordinary.envelopeId)).rejects.toMatchObject({ key: "ownEnvelope" });
    await expect(claim(app, sender, "Wrong one", ordinary.envelopeId)).rejects.toMatchObject({
      key: "wrongPassphrase",
    });
    expect((await claim(app, person(), "Equal parts", ordinary.envelopeId)).claim.amount).toBe("0.01");
  });

  it("gets the same answer for a wrong passphrase, an unknown envelope and an unpaid one", async () => {
    const { envelopeId } = await open();
    const unpaid = await callAs(app, sendRedEnvelope, sender, {
      body: { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02", passphrase: "Lucky Day" },
    });
    const wrong = { key: "wrongPassphrase", params: {} };
    await expect(claim(app, person(), "Lucky Night", envelopeId)).rejects.toMatchObject(wrong);
    await expect(claim(app, person(), "Lucky Day", "no-such-envelope")).rejects.toMatchObject(wrong);
    await expect(claim(app, person(), "Lucky Day", unpaid.envelopes[0]?.envelopeId)).rejects.toMatchObject(wrong);
    await expect(claim(app, person(), "no", envelopeId)).rejects.toMatchObject(wrong);
    await expect(claim(app, person(), "   ", envelopeId)).rejects.toMatchObject({ key: "invalidRequest" });
  });

  it.each([
    ["It's “us” — 2026", "it’s ''us'' -- ២០២៦"],
    ["សន្ដិភាព\u200Bរីករាយ", "សន្តិភាព រីករាយ"],
    ["hoà bình, thuỷ", "HÒA BÌNH thủy"],
    ["恭喜，发财！", "恭喜 发财"],
    ["👨‍👩‍👧 ❤️ 🎉!", "👨👩👧❤🎉"],
  ])("takes %j also as %j", async (sent, typed) => {
    const { envelopeId } = await open({ passphrase: sent });
    expect((await claim(app, person(), typed, envelopeId)).claim.envelopeId).toBe(envelopeId);
  });

  it("is refused from the moment the envelope expires", async () => {
    const { envelopeId } = await open();
    app.clock.advance(24 * HOUR_MS - 1);
    await claim(app, person(), "Lucky Day", envelopeId);
    app.clock.advance(1);
    await expect(claim(app, other(), "Lucky Day", envelopeId)).rejects.toMatchObject({ key: "envelopeExpired" });
    expect(await claim(app, person(), "Lucky Day", envelopeId)).toMatchObject({ alreadyClaimed: true });
    await refundJob.run(app, AbortSignal.abort());
    await expect(claim(app, other(), "Lucky Day", envelopeId)).rejects.toMatchObject({ key: "envelopeExpired" });
    expect(await claim(app, person(), "Lucky Day", envelopeId)).toMatchObject({ alreadyClaimed: true });
  });
});

describe("a passphrase alone", () => {
  it("of a group opens nothing for somebody who has left it, and lists no winners to them", async () => {
    const chatId = await addChat([sender, person(), other()], -sender * 1_000n);
    const passphrase = `typed in ${chatId}`;
    const { envelopeId } = await open({ passphrase, count: 1, chatIds: [String(chatId)] });
    app.world.members.delete(`${chatId}:${person()}`);
    await expect(claim(app, person(), passphrase)).rejects.toMatchObject({ key: "wrongPassphrase" });
    expect((await claim(app, other(), passphrase)).envelope.envelopeId).toBe(envelopeId);
    expect((await detail(person(), envelopeId)).claims).toEqual([]);
    app.world.members.add(`${chatId}:${person()}`);
    app.clock.advance(60_000);
    expect((await detail(person(), envelopeId)).claims).toHaveLength(1);
  });

  let chatId: bigint;
  const findOf = async (userId: bigint) => (await claim(app, userId, "Lucky Day")).claim.envelopeId;
  const openInChat = (body: Parameters<typeof open>[0] = {}) => open({ ...body, chatIds: [String(chatId)] });
  const refusalOf = (userId: bigint) =>
    claim(app, userId, "Lucky Day").then(
      () => null,
      (error: ApiError) => error.key,
    );

  beforeEach(async () => {
    chatId = await addChat([sender, person(), other()]);
  });

  it("finds the oldest open envelope not yet claimed, and the claimed one if none is left", async () => {
    const old = await openInChat();
    app.clock.advance(1000);
    const young = await openInChat();
    expect(await findOf(person())).toBe(old.envelopeId);
    expect(await findOf(person())).toBe(young.envelopeId);
    expect(await claim(app, person(), "Lucky Day")).toMatchObject({ alreadyClaimed: true });
  });

  it("finds the same one first of a send to several chats, whoever has claimed meanwhile", async () => {
    const chatIds = [chatId, await addChat([sender, ...people], -sender - 1n)];
    const { envelopes, order } = await callAs(app, sendRedEnvelope, sender, {
      body: { type: "luckyDraw", coinType: "eth", count: 8, totalAmount: "0.08", chatIds: chatIds.map(String) },
    });
    await payOrder(app, sender, order.orderId);
    const [first] = envelopes.map(({ envelopeId }) => envelopeId).toSorted();
    const passphrase = envelopes[0]?.passphrase ?? "";
    for (const id of people) expect((await claim(app, id, passphrase)).claim.envelopeId).toBe(first);
  });

  it("finds typed ones of the caller's chats only, so strangers cannot guess", async () => {
    const stranger = people[5] ?? 0n;
    const elsewhere = await open();
    const inChat = await openInChat();
    expect(await findOf(person())).toBe(inChat.envelopeId);
    expect(await refusalOf(stranger)).toBe("wrongPassphrase");
    expect(await refusalOf(sender + 6n)).toBe("wrongPassphrase");
    // With a link, the envelope itself is asked.
    expect(await claim(app, stranger, "Lucky Day", elsewhere.envelopeId)).toMatchObject({ alreadyClaimed: false });
    expect(await refusalOf(stranger)).toBe("wrongPassphrase");
  });

  it("finds generated ones in any chat, also for strangers", async () => {
    const { envelopes, order } = await callAs(app, sendRedEnvelope, sender, {
      body: { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02" },
    });
    await payOrder(app, sender, order.orderId);
    const [envelope] = envelopes;
    const found = await claim(app, people[5] ?? 0n, envelope?.passphrase ?? "");
    expect(found.claim.envelopeId).toBe(envelope?.envelopeId);
  });

  it("does not open an envelope whose typed passphrase repeats a generated one", async () => {
    const { envelopes, order } = await callAs(app, sendRedEnvelope, sender, {
      body: { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02" },
    });
    const passphrase = envelopes[0]?.passphrase ?? "";
    const typed = await open({ passphrase });
    app.clock.advance(1000);
    await payOrder(app, sender, order.orderId);
    const found = await claim(app, people[5] ?? 0n, passphrase);
    expect(found.claim.envelopeId).not.toBe(typed.envelopeId);
  });

  it("prefers another person's envelope to the caller's own ordinary one", async () => {
    await openInChat({ type: "ordinary", totalAmount: "0.01" });
    app.clock.advance(1000);
    await bindWallet(app, other());
    app.world.balances.set(addressOf(other()), 100n * ETH);
    const theirs = await openEnvelope(app, other(), { chatIds: [String(chatId)] });
    expect(await findOf(sender)).toBe(theirs.envelopeId);
    await expect(claim(app, other(), "Lucky Day", theirs.envelopeId)).resolves.toMatchObject({ alreadyClaimed: false });
  });

  it("finds envelopes that ended within a day last, to report how they ended", async () => {
    const { envelopeId } = await openInChat({ count: 1, type: "ordinary", totalAmount: "0.01" });
    await claim(app, person(), "Lucky Day", envelopeId);
    expect(await refusalOf(other())).toBe("soldOut");
    app.clock.advance(23 * HOUR_MS);
    expect(await refusalOf(other())).toBe("soldOut");
    app.clock.advance(1 * HOUR_MS);
    expect(await refusalOf(other())).toBe("wrongPassphrase");
  });

  it("is accepted by a send without saying whether it is in use", async () => {
    const asked = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02", passphrase: "888888" } as const;
    await open(asked);
    const shapeOf = async (passphrase: string) => {
      const { envelopes, order } = await callAs(app, sendRedEnvelope, sender, { body: { ...asked, passphrase } });
      return [Object.keys(order), order.status, envelopes.map((envelope) => [Object.keys(envelope), envelope.status])];
    };
    expect(await shapeOf("888888")).toEqual(await shapeOf("777777"));
  });
});

describe("wrong passphrases", () => {
  const tryWrong = (userId: bigint, ip?: string) =>
    claim(app, userId, "Wrong one", "any", ip).catch((error: unknown) => error);

  it("are limited to ten a minute; then even the right one waits 60 s, and twice as long the next time", async () => {
    const { envelopeId } = await open();
    for (let tries = 0; tries < 9; tries += 1) {
      expect(await tryWrong(person())).toMatchObject({ key: "wrongPassphrase" });
      app.clock.advance(5000);
    }
    expect(await tryWrong(person())).toMatchObject({ key: "wrongPassphrase" });
    const shut = { key: "tooManyTries", retryAfterSeconds: 60 };
    expect(await tryWrong(person())).toMatchObject(shut);
    await expect(claim(app, person(), "Lucky Day", envelopeId)).rejects.toMatchObject(shut);
    await claim(app, other(), "Lucky Day", envelopeId);
    app.clock.advance(59_001);
    await expect(claim(app, person(), "Lucky Day", envelopeId)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    app.clock.advance(999);
    await claim(app, person(), "Lucky Day", envelopeId);

    for (const seconds of [120, 240, 480, 900, 900]) {
      for (let tries = 0; tries < 10; tries += 1) await tryWrong(person());
      expect(await tryWrong(person())).toMatchObject({ key: "tooManyTries", retryAfterSeconds: seconds });
      app.clock.advance(seconds * 1000);
    }
    app.clock.advance(900_000);
    for (let tries = 0; tries < 10; tries += 1) await tryWrong(person());
    expect(await tryWrong(person())).toMatchObject(shut);
  });

  it("older than a minute do not count", async () => {
    for (let tries = 0; tries < 30; tries += 1) {
      expect(await tryWrong(person())).toMatchObject({ key: "wrongPassphrase" });
      app.clock.advance(6667);
    }
  });

  it("count as ten when sent all at once", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryWrong(person())));
    expect(answers.filter((answer) => (answer as { key: string }).key === "wrongPassphrase")).toHaveLength(10);
  });

  it("are limited to 300 a minute per address, whoever makes them", async () => {
    const ip = `198.51.100.${group}`;
    const crowd = Array.from({ length: 38 }, (_, index) => sender + 100n + BigInt(index));
    await addUsers(app, crowd);
    let wrong = 0;
    for (const id of crowd) {
      for (let tries = 0; tries < 8; tries += 1) {
        const { key } = (await tryWrong(id, ip)) as { key: string };
        if (key === "wrongPassphrase") wrong += 1;
      }
    }
    expect(wrong).toBe(300);
    expect(await tryWrong(person(), ip)).toMatchObject({ key: "tooManyTries" });
    expect(await tryWrong(person(), "198.51.100.250")).toMatchObject({ key: "wrongPassphrase" });
  });
});

describe("visibility", () => {
  it("shows everything to the sender and the claimers, and little to others", async () => {
    const { envelopeId } = await open({ remark: "Good luck" });
    await claim(app, person(), "Lucky Day", envelopeId);
    const seenBySender = await detail(sender, envelopeId);
    expect(seenBySender).toMatchObject({
      total: 1,
      envelope: { passphrase: "Lucky Day", totalAmount: "0.05", count: 5 },
    });
    expect(seenBySender.claims).toMatchObject([{ isMine: false, user: { name: `Person ${person()}` } }]);
    expect(await detail(person(), envelopeId)).toMatchObject({
      total: 1,
      envelope: { passphrase: null, totalAmount: "0.05" },
    });
    const seenByOther = await detail(other(), envelopeId);
    expect(seenByOther).toMatchObject({
      claims: [],
      total: 0,
      envelope: {
        sender: { name: `Person ${sender}` },
        remark: "Good luck",
        status: "open",
        remainingCount: 4,
        totalAmount: null,
        count: null,
        remainingAmount: null,
        receivedQuantity: null,
        paidOutAmount: null,
        passphrase: null,
        chatId: null,
      },
    });
    expect(seenByOther.envelope.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(seenByOther)).not.toMatch(new RegExp(`[":]${sender}[",}]`));
  });

  it("shows claims and the revealed draw to the people of its chat once it has ended", async () => {
    const latecomer = people[5] ?? 0n;
    const stranger = people[6] ?? 0n;
    const chatId = await addChat([sender, latecomer]);
    const fairness = async (userId: bigint, envelopeId: string) =>
      (await callAs(app, envelopeFairness, userId, { query: { envelopeId } })).revealed;
    const { envelopeId } = await open({ count: 2, totalAmount: "0.02", chatIds: [String(chatId)] });
    await claim(app, person(), "Lucky Day", envelopeId);
    expect(await detail(latecomer, envelopeId)).toMatchObject({ claims: [], total: 0, envelope: { count: null } });

    await claim(app, other(), "Lucky Day", envelopeId);
    expect(await detail(latecomer, envelopeId)).toMatchObject({
      total: 2,
      claims: [{ user: { name: `Person ${other()}` } }, { user: { name: `Person ${person()}` } }],
      envelope: { status: "finished", count: 2, totalAmount: "0.02", passphrase: null, chatId: String(chatId) },
    });
    expect((await fairness(latecomer, envelopeId))?.shares).toHaveLength(2);
    expect(await detail(stranger, envelopeId)).toMatchObject({ claims: [], total: 0, envelope: { totalAmount: null } });
    expect(await fairness(stranger, envelopeId)).toBeNull();
  });

  it("hides an envelope that was never paid, except from its sender", async () => {
    const { envelopes } = await callAs(app, sendRedEnvelope, sender, {
      body: { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02" },
    });
    const envelopeId = envelopes[0]?.envelopeId ?? "";
    expect(await detail(sender, envelopeId)).toMatchObject({ envelope: { status: "awaitingPayment" } });
    await expect(detail(person(), envelopeId)).rejects.toMatchObject({ key: "notFound" });
    await expect(callAs(app, envelopeFairness, person(), { query: { envelopeId } })).rejects.toMatchObject({
      key: "notFound",
    });
  });

  it("pages claims, newest first", async () => {
    const { envelopeId } = await open();
    for (const id of people.slice(0, 5)) {
      await claim(app, id, "Lucky Day", envelopeId);
      app.clock.advance(1000);
    }
    const first = await detail(sender, envelopeId, 2);
    const names = (page: typeof first) => page.claims.map((row) => row.user.name);
    expect(names(first)).toEqual([`Person ${people[4]}`, `Person ${people[3]}`]);
    const second = await callAs(app, claimDetail, sender, {
      query: { envelopeId, limit: 3, cursor: first.nextCursor ?? "" },
    });
    expect(names(second)).toEqual([people[2], people[1], people[0]].map((id) => `Person ${id}`));
    expect(second).toMatchObject({ total: 5, nextCursor: null });
    await expect(
      callAs(app, claimDetail, sender, { query: { envelopeId, limit: 3, cursor: "abc" } }),
    ).rejects.toMatchObject({
      key: "invalidRequest",
    });
  });
});

describe("the draw", () => {
  it("is committed before any claim, revealed after the end, and verifiable; an altered share is not", async () => {
    const { envelopeId } = await open();
    const fairness = (userId: bigint) => callAs(app, envelopeFairness, userId, { query: { envelopeId } });
    const { commitment } = await fairness(other());
    for (const id of people.slice(0, 4)) await claim(app, id, "Lucky Day", envelopeId);
    expect(await fairness(sender)).toEqual({ envelopeId, commitment, revealed: null });
    await claim(app, people[4] ?? 0n, "Lucky Day", envelopeId);

    expect(await fairness(people[6] ?? 0n)).toEqual({ envelopeId, commitment, revealed: null });
    const { revealed } = await fairness(person());
    const { claims } = await detail(sender, envelopeId);
    const claimedAmounts = claims.map((row) => row.amount).toReversed();
    const evidence = {
      commitment: commitment ?? "",
      revealed: { envelopeId, salt: revealed?.salt ?? "", shares: revealed?.shares ?? [] },
      totalAmount: "0.05",
      baseDecimals: 18,
      claimedAmounts,
    };
    const sha256 = async (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
    expect(await verifyFairness(evidence, sha256)).toEqual([]);
    const altered = { ...evidence.revealed, shares: evidence.revealed.shares.with(0, "0.000001") };
    expect(await verifyFairness({ ...evidence, revealed: altered }, sha256)).toContain("commitment");

    const best = claims.filter((row) => row.bestLuck).map((row) => row.amount);
    expect(best.length).toBeGreaterThan(0);
    expect(claims.every((row) => Number(row.amount) <= Number(best[0]))).toBe(true);
  });
});

it("every invariant holds after all of this", async () => {
  expect(await findBreaches(database)).toEqual([]);
});
