import { createHash } from "node:crypto";
import { parseEther } from "ethers";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyFairness } from "#domain/draw/verifyFairness.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { linkPerson } from "#server/messenger/chats.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import {
  addGroup,
  addressOf,
  addUsers,
  bindWallet,
  callAs,
  claim,
  openEnvelope,
  payOrder,
} from "#tests/support/story.ts";

const HOUR_MS = 3_600_000;
const PHRASE = "Lucky Day";
const people = openPeople("claims");
let turn = 0n;
let sender: bigint;
let ann: bigint;
let bo: bigint;
/** Strangers to the group. */
let others: readonly bigint[];
let group: bigint;

beforeEach(async () => {
  turn += 1n;
  sender = turn * 1_000n;
  [ann, bo, group] = [sender + 1n, sender + 2n, -sender];
  others = [3n, 4n, 5n, 6n].map((n) => sender + n);
  // Each test begins after the envelopes of earlier ones, so that a passphrase alone finds only its own.
  people.renew(`claim ${turn}`).clock.advance(Number(turn) * 72 * HOUR_MS);
  await people.addWithSender(sender, ann, bo, ...others);
  await addGroup(people.app, sender, group, [ann, bo]);
  for (const person of [ann, bo]) await linkPerson(people.app, group, person);
});

type Body = Parameters<typeof openEnvelope>[2];
const open = (body: Body = {}) => openEnvelope(people.app, sender, body);
const openInGroup = (body: Body = {}) => open({ ...body, chatIds: [String(group)] });
const wait = (ms: number) => people.app.clock.advance(ms);
const take = (person: bigint, phrase = PHRASE, envelopeId?: string, ip?: string) =>
  claim(people.app, person, phrase, envelopeId, ip);
const find = async (person: bigint, phrase = PHRASE) => (await take(person, phrase)).claim?.envelopeId ?? "";
const detail = (person: bigint, envelopeId: string, page: { limit?: number; cursor?: string } = {}) =>
  callAs(people.app, claimDetail, person, { query: { envelopeId, limit: 100, ...page } });
const readFairness = (person: bigint, envelopeId: string) =>
  callAs(people.app, envelopeFairness, person, { query: { envelopeId } });

/** A send whose phrase is made up; `pay` opens it. */
async function sendGenerated(body: Body = {}) {
  const asked = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02", ...body } as const;
  const { envelopes, order } = await callAs(people.app, sendRedEnvelope, sender, { body: asked });
  const [first] = envelopes;
  const pay = () => payOrder(people.app, sender, order.orderId);
  return { envelopes, envelopeId: first?.envelopeId ?? "", passphrase: first?.passphrase ?? "", pay };
}

describe("a claim", () => {
  it("adds a share to the balance at once, and a repeat returns the same claim", async () => {
    const { envelopeId } = await open();
    const first = await take(ann, "lucky DAY", envelopeId);
    const progress = { status: "open", recordStatus: "partiallyReceived", receivedQuantity: 1, remainingCount: 4 };
    expect(first).toMatchObject({
      alreadyClaimed: false,
      claim: { envelopeId, coinType: "eth", isMine: true, bestLuck: false, user: { name: `Person ${ann}` } },
      envelope: { ...progress, passphrase: null },
    });
    expect(await take(ann, PHRASE, envelopeId)).toEqual({ ...first, alreadyClaimed: true });
    expect(await readBalance(people.database.kysely, ann, "eth")).toBe(parseEther(first.claim?.amount ?? ""));
  });

  it("names somebody without a visible name by the last figures of their id", async () => {
    const { envelopeId } = await open();
    await people.change(ann, { first_name: "\u3164\u2800", last_name: "\u202E" });
    expect((await take(ann, PHRASE, envelopeId)).claim?.user.name).toBe(`Somebody ${String(ann).slice(-4)}`);
  });

  it("of one's own lucky draw is allowed, of one's own ordinary envelope it is not", async () => {
    const lucky = await open();
    expect((await take(sender, PHRASE, lucky.envelopeId)).envelope.passphrase).toBe(PHRASE);
    const { envelopeId } = await open({ type: "ordinary" });
    expect(await outcomeOf(take(sender, PHRASE, envelopeId))).toBe("ownEnvelope");
    expect(await outcomeOf(take(sender, "Wrong one", envelopeId))).toBe("wrongPassphrase");
  });

  it("shows each of a crowd what they may see, though the envelope is read once for all", async () => {
    const { envelopeId } = await open({ type: "luckyDraw", count: 2, drawRule: "together" });
    const crowd = [...others, ann, sender, bo];
    const answers = await Promise.all(crowd.map((person) => take(person, PHRASE, envelopeId)));
    const seen = answers.map(({ envelope }) => envelope.passphrase);
    expect(seen).toEqual(crowd.map((person) => (person === sender ? PHRASE : null)));
    expect(answers.map(({ envelope }) => envelope.count)).toEqual(
      crowd.map((person) => (person === sender ? 2 : null)),
    );
  });

  it("gets the same answer for a wrong passphrase, an unknown envelope and an unpaid one", async () => {
    const { envelopeId } = await open();
    const unpaid = await sendGenerated({ passphrase: PHRASE });
    for (const [phrase, of] of [
      ["Lucky Night", envelopeId],
      ["no", envelopeId],
      [PHRASE, "no-such-envelope"],
      [PHRASE, unpaid.envelopeId],
    ] as const) {
      await expect(take(ann, phrase, of)).rejects.toMatchObject({ key: "wrongPassphrase", params: {} });
    }
    expect(await outcomeOf(take(ann, "   ", envelopeId))).toBe("invalidRequest");
  });

  it.each([
    ["It's “us” — 2026", "it’s ''us'' -- ២០២៦"],
    ["សន្ដិភាព\u200Bរីករាយ", "សន្តិភាព រីករាយ"],
    ["hoà bình, thuỷ", "HÒA BÌNH thủy"],
    ["恭喜，发财！", "恭喜 发财"],
    ["👨‍👩‍👧 ❤️ 🎉!", "👨👩👧❤🎉"],
  ])("takes %j also as %j", async (passphrase, typed) => {
    const { envelopeId } = await open({ passphrase });
    expect((await take(ann, typed, envelopeId)).claim?.envelopeId).toBe(envelopeId);
  });

  it("is refused from the moment the envelope expires", async () => {
    const { envelopeId } = await open();
    wait(24 * HOUR_MS - 1);
    await take(ann, PHRASE, envelopeId);
    wait(1);
    expect(await outcomeOf(take(bo, PHRASE, envelopeId))).toBe("envelopeExpired");
    expect((await take(ann, PHRASE, envelopeId)).alreadyClaimed).toBe(true);
  });
});

describe("a passphrase alone", () => {
  it("of a group opens nothing for somebody who has left it, and lists no winners to them", async () => {
    const { envelopeId } = await openInGroup({ count: 1 });
    people.app.world.members.delete(`${group}:${ann}`);
    expect(await outcomeOf(take(ann))).toBe("wrongPassphrase");
    expect(await find(bo)).toBe(envelopeId);
    expect((await detail(ann, envelopeId)).claims).toEqual([]);
    people.app.world.members.add(`${group}:${ann}`);
    wait(60_000);
    expect((await detail(ann, envelopeId)).claims).toHaveLength(1);
  });

  it("finds the oldest open envelope not yet claimed, and the claimed one if none is left", async () => {
    const old = await openInGroup();
    wait(1_000);
    const young = await openInGroup();
    expect([await find(ann), await find(ann)]).toEqual([old.envelopeId, young.envelopeId]);
    expect((await take(ann)).alreadyClaimed).toBe(true);
  });

  it("finds the same one first of a send to several chats, whoever has claimed meanwhile", async () => {
    await addGroup(people.app, sender, group - 1n);
    const sent = await sendGenerated({ chatIds: [group, group - 1n].map(String), count: 6, totalAmount: "0.06" });
    await sent.pay();
    const [first] = sent.envelopes.map(({ envelopeId }) => envelopeId).toSorted();
    for (const person of [ann, bo, ...others]) expect(await find(person, sent.passphrase)).toBe(first);
  });

  it("finds typed ones of the caller's chats only, so strangers cannot guess", async () => {
    const elsewhere = await open();
    const { envelopeId } = await openInGroup();
    const [stranger = 0n] = others;
    expect(await find(ann)).toBe(envelopeId);
    expect(await outcomeOf(take(stranger))).toBe("wrongPassphrase");
    // With a link, the envelope itself is asked.
    expect((await take(stranger, PHRASE, elsewhere.envelopeId)).alreadyClaimed).toBe(false);
    expect(await outcomeOf(take(stranger))).toBe("wrongPassphrase");
  });

  it("finds generated ones also for strangers, and not a typed one that repeats them", async () => {
    const sent = await sendGenerated();
    await open({ passphrase: sent.passphrase });
    wait(1_000);
    await sent.pay();
    expect(await find(others[0] ?? 0n, sent.passphrase)).toBe(sent.envelopeId);
  });

  it("prefers another person's envelope to the caller's own ordinary one", async () => {
    await openInGroup({ type: "ordinary" });
    wait(1_000);
    await bindWallet(people.app, bo);
    people.app.world.balances.set(addressOf(bo), parseEther("1"));
    const theirs = await openEnvelope(people.app, bo, { chatIds: [String(group)] });
    expect(await find(sender)).toBe(theirs.envelopeId);
  });

  it("finds envelopes that ended within a day last, to report how they ended", async () => {
    const { envelopeId } = await openInGroup({ count: 1 });
    await take(ann, PHRASE, envelopeId);
    wait(23 * HOUR_MS);
    expect(await outcomeOf(take(bo))).toBe("soldOut");
    wait(HOUR_MS);
    expect(await outcomeOf(take(bo))).toBe("wrongPassphrase");
  });

  it("is accepted by a send without saying whether it is in use", async () => {
    await open({ passphrase: "888888" });
    const shapeOf = async (passphrase: string) =>
      (await sendGenerated({ passphrase })).envelopes.map((envelope) => [Object.keys(envelope), envelope.status]);
    expect(await shapeOf("888888")).toEqual(await shapeOf("777777"));
  });
});

describe("wrong passphrases", () => {
  const tryWrong = (person = ann, ip?: string) =>
    take(person, "Wrong one", "any", ip).catch((error: unknown) => error as { key: string });

  it("are limited to ten a minute; then even the right one waits 60 s, and twice as long the next time", async () => {
    const { envelopeId } = await open();
    const takeRight = (person = ann) => take(person, PHRASE, envelopeId);
    for (let tries = 0; tries < 10; tries += 1) {
      if (tries > 0) wait(5_000);
      expect(await tryWrong()).toMatchObject({ key: "wrongPassphrase" });
    }
    const shut = { key: "tooManyTries", retryAfterSeconds: 60 };
    expect(await tryWrong()).toMatchObject(shut);
    await expect(takeRight()).rejects.toMatchObject(shut);
    await takeRight(bo);
    wait(59_001);
    await expect(takeRight()).rejects.toMatchObject({ retryAfterSeconds: 1 });
    wait(999);
    await takeRight();

    for (const seconds of [120, 240, 480, 900, 900]) {
      for (let tries = 0; tries < 10; tries += 1) await tryWrong();
      expect(await tryWrong()).toMatchObject({ key: "tooManyTries", retryAfterSeconds: seconds });
      wait(seconds * 1_000);
    }
    wait(900_000);
    for (let tries = 0; tries < 10; tries += 1) await tryWrong();
    expect(await tryWrong()).toMatchObject(shut);
  });

  it("older than a minute do not count", async () => {
    for (let tries = 0; tries < 30; tries += 1) {
      expect(await tryWrong()).toMatchObject({ key: "wrongPassphrase" });
      wait(6_667);
    }
  });

  it("are limited to 300 a minute per address, whoever makes them", async () => {
    const ip = `198.51.100.${turn}`;
    const crowd = Array.from({ length: 38 }, (_, index) => sender + 100n + BigInt(index));
    await addUsers(people.app, crowd);
    const answers = [];
    for (const person of crowd) for (let tries = 0; tries < 8; tries += 1) answers.push(await tryWrong(person, ip));
    expect(answers.filter((answer) => "key" in answer && answer.key === "wrongPassphrase")).toHaveLength(300);
    expect(await tryWrong(ann, ip)).toMatchObject({ key: "tooManyTries" });
    expect(await tryWrong(ann, "198.51.100.250")).toMatchObject({ key: "wrongPassphrase" });
  });
});

describe("visibility", () => {
  it("shows everything to the sender and the claimers, and little to others", async () => {
    const { envelopeId } = await open({ remark: "Good luck" });
    await take(ann, PHRASE, envelopeId);
    const all = { totalAmount: "0.05", count: 5 };
    expect(await detail(sender, envelopeId)).toMatchObject({
      total: 1,
      claims: [{ isMine: false, user: { name: `Person ${ann}` } }],
      envelope: { ...all, passphrase: PHRASE },
    });
    expect(await detail(ann, envelopeId)).toMatchObject({ total: 1, envelope: { ...all, passphrase: null } });
    const seenByOther = await detail(bo, envelopeId);
    const hidden = [
      "totalAmount",
      "count",
      "remainingAmount",
      "receivedQuantity",
      "paidOutAmount",
      "passphrase",
      "chatId",
    ];
    expect(seenByOther).toMatchObject({
      claims: [],
      total: 0,
      envelope: {
        sender: { name: `Person ${sender}` },
        remark: "Good luck",
        status: "open",
        remainingCount: 4,
        commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
        ...Object.fromEntries(hidden.map((name) => [name, null])),
      },
    });
    expect(JSON.stringify(seenByOther)).not.toMatch(new RegExp(`[":]${sender}[",}]`));
  });

  it("shows claims and the revealed draw to the people of its chat once it has ended", async () => {
    const [claimer = 0n, stranger = 0n] = others;
    const { envelopeId } = await openInGroup({ count: 2, totalAmount: "0.02" });
    await take(claimer, PHRASE, envelopeId);
    expect(await detail(ann, envelopeId)).toMatchObject({ claims: [], total: 0, envelope: { count: null } });
    await take(bo, PHRASE, envelopeId);
    expect(await detail(ann, envelopeId)).toMatchObject({
      total: 2,
      claims: [{ user: { name: `Person ${bo}` } }, { user: { name: `Person ${claimer}` } }],
      envelope: { status: "finished", count: 2, totalAmount: "0.02", passphrase: null, chatId: String(group) },
    });
    expect((await readFairness(ann, envelopeId)).revealed?.shares).toHaveLength(2);
    expect(await detail(stranger, envelopeId)).toMatchObject({ claims: [], total: 0, envelope: { totalAmount: null } });
    expect((await readFairness(stranger, envelopeId)).revealed).toBeNull();
  });

  it("hides an envelope that was never paid, except from its sender", async () => {
    const { envelopeId } = await sendGenerated();
    expect((await detail(sender, envelopeId)).envelope.status).toBe("awaitingPayment");
    expect(await outcomeOf(detail(ann, envelopeId))).toBe("notFound");
    expect(await outcomeOf(readFairness(ann, envelopeId))).toBe("notFound");
  });

  it("pages claims, newest first", async () => {
    const { envelopeId } = await open();
    const order = [ann, bo, ...others.slice(0, 3)];
    for (const person of order) {
      await take(person, PHRASE, envelopeId);
      wait(1_000);
    }
    const first = await detail(sender, envelopeId, { limit: 2 });
    const second = await detail(sender, envelopeId, { limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.claims, ...second.claims].map(({ user }) => user.name)).toEqual(
      order.toReversed().map((person) => `Person ${person}`),
    );
    expect([first.claims.length, second.total, second.nextCursor]).toEqual([2, 5, null]);
    expect(await outcomeOf(detail(sender, envelopeId, { limit: 3, cursor: "abc" }))).toBe("invalidRequest");
  });
});

describe("the draw", () => {
  it("is committed before any claim, revealed after the end, and verifiable; an altered share is not", async () => {
    const { envelopeId } = await open();
    const { commitment } = await readFairness(bo, envelopeId);
    const [last = 0n, stranger = 0n, ...rest] = others;
    for (const person of [ann, bo, ...rest]) await take(person, PHRASE, envelopeId);
    expect(await readFairness(sender, envelopeId)).toEqual({ envelopeId, commitment, revealed: null });
    await take(last, PHRASE, envelopeId);

    expect(await readFairness(stranger, envelopeId)).toEqual({ envelopeId, commitment, revealed: null });
    const { revealed } = await readFairness(ann, envelopeId);
    const { claims } = await detail(sender, envelopeId);
    const evidence = {
      drawRule: "instant" as const,
      commitment: commitment ?? "",
      revealed: { envelopeId, salt: revealed?.salt ?? "", shares: revealed?.shares ?? [] },
      totalAmount: "0.05",
      baseDecimals: 18,
      claimedAmounts: claims.map((row) => row.amount).toReversed(),
    };
    const sha256 = async (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
    expect(await verifyFairness(evidence, sha256)).toEqual([]);
    const altered = { ...evidence.revealed, shares: evidence.revealed.shares.with(0, "0.000001") };
    expect(await verifyFairness({ ...evidence, revealed: altered }, sha256)).toContain("commitment");
    const most = Math.max(...claims.map((row) => Number(row.amount)));
    expect(claims.filter((row) => row.bestLuck).map((row) => Number(row.amount))).toContain(most);
    expect(claims.every((row) => row.bestLuck === (Number(row.amount) === most))).toBe(true);
  });
});

it("every invariant holds after all of this", async () => {
  expect(await findBreaches(people.database)).toEqual([]);
});
