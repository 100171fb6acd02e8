import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { LIMITS, ofIp } from "#server/limits/limits.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addGroup, addUsers, bindWallet, claim, openEnvelope, openToMembers, tap } from "#tests/support/story.ts";
import { addressOf } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { ASKING_OF_ENVELOPE } from "./claimAsMember.ts";

const ETH = 10n ** 18n;
let database: Database;
let app: TestApp;
let base = 10_000n;
let sender: bigint;
let group: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  base += 10_000n;
  sender = base;
  group = -base;
  app = createTestApp(database, `members ${base}`);
  await addUsers(app, [sender]);
  await bindWallet(app, sender);
  app.world.balances.set(addressOf(sender), 100n * ETH);
});

/** People with an account; the first ones are members of the group. */
async function addPeople(members: number, strangers = 0): Promise<bigint[]> {
  const people = Array.from({ length: members + strangers }, (_, index) => base + 1n + BigInt(index));
  await addUsers(app, people);
  await addGroup(app, sender, group, people.slice(0, members));
  return people;
}

async function openOne(body: Partial<Parameters<typeof openToMembers>[2]> = {}): Promise<string> {
  return openToMembers(app, sender, { chatIds: [String(group)], ...body });
}

/** What the messenger was asked about those who tap; about the sender it is asked at each send. */
const asked = () => app.world.questions.filter((question) => !question.endsWith(`:${sender}`));

const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => "opened",
    (error: unknown) => (error as { key?: string }).key ?? String(error),
  );

describe("an envelope for members", () => {
  it("opens by a tap of a member, who gets the same claim at a second tap and after the end", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const envelopeId = await openOne({ count: 2 });
    const first = await tap(app, ann, envelopeId);
    expect(first).toMatchObject({
      alreadyClaimed: false,
      envelope: {
        claimRule: "members",
        passphrase: null,
        conditions: [{ chatId: String(group), title: `Chat ${group}`, link: null, isMet: true }],
      },
    });
    await tap(app, bo, envelopeId);
    const again = await tap(app, ann, envelopeId);
    expect(again.alreadyClaimed).toBe(true);
    expect(again.claim.claimId).toBe(first.claim.claimId);
    expect(asked()).toEqual([`${group}:${ann}`, `${group}:${bo}`]);
  });

  it("gives a double tap one share and asks about it once", async () => {
    const [ann = 0n] = await addPeople(1);
    const envelopeId = await openOne();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tap(app, ann, envelopeId)));
    expect(new Set(answers.map((answer) => answer.claim.claimId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.alreadyClaimed)).toHaveLength(1);
    expect(asked()).toEqual([`${group}:${ann}`]);
  });

  it("gives a stranger nothing, says what is missing and when it is asked again", async () => {
    const [, stranger = 0n] = await addPeople(1, 1);
    const envelopeId = await openOne();
    await expect(tap(app, stranger, envelopeId)).rejects.toMatchObject({
      key: "membersOnly",
      retryAfterSeconds: 60,
      data: { conditions: [{ chatId: String(group), isMet: false }] },
    });
    app.world.members.add(`${group}:${stranger}`);
    app.clock.advance(20_000);
    await expect(tap(app, stranger, envelopeId)).rejects.toMatchObject({ key: "membersOnly", retryAfterSeconds: 40 });
    expect(asked()).toHaveLength(1);
    app.clock.advance(40_000);
    expect((await tap(app, stranger, envelopeId)).alreadyClaimed).toBe(false);
  });

  it("asks again a minute later, and somebody removed meanwhile gets nothing", async () => {
    const [ann = 0n] = await addPeople(1);
    const [first, second] = [await openOne(), await openOne()];
    await tap(app, ann, first);
    app.world.members.delete(`${group}:${ann}`);
    app.clock.advance(60_000);
    expect(await refusal(tap(app, ann, second))).toBe("membersOnly");
    // Who has a share keeps it.
    expect((await tap(app, ann, first)).alreadyClaimed).toBe(true);
  });

  it("lets nobody in while the messenger does not answer, and asks again 2 s later", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const envelopeId = await openOne();
    app.world.isMessengerDown = true;
    expect(await Promise.all([ann, bo, ann].map((person) => refusal(tap(app, person, envelopeId))))).toEqual(
      Array(3).fill("serviceUnavailable"),
    );
    app.world.isMessengerDown = false;
    expect(await refusal(tap(app, ann, envelopeId))).toBe("serviceUnavailable");
    app.clock.advance(2_000);
    expect(await refusal(tap(app, ann, envelopeId))).toBe("opened");
  });

  it("is opened by its sender only as a member and as a lucky draw", async () => {
    await addPeople(1);
    const lucky = await openOne();
    const ordinary = await openOne({ type: "ordinary" });
    expect(await refusal(tap(app, sender, ordinary))).toBe("ownEnvelope");
    expect(await refusal(tap(app, sender, lucky))).toBe("opened");
  });

  it.each([0, 1, 2, 3])("asks for %i other chats besides, and tells each one's state", async (count) => {
    const [ann = 0n] = await addPeople(1);
    const others = Array.from({ length: count }, (_, index) => group - BigInt(index + 1));
    for (const other of others) await addGroup(app, sender, other, []);
    const envelopeId = await openOne({ requiredChatIds: others.map(String) });
    for (const joined of others.slice(0, -1)) app.world.members.add(`${joined}:${ann}`);
    const missing = others.at(-1);
    const refused = await tap(app, ann, envelopeId).catch((error: unknown) => error);
    const states = [true, ...others.map((each) => each !== missing)].map((isMet) => ({ isMet }));
    expect(refused).toMatchObject(
      count === 0 ? { alreadyClaimed: false } : { key: "membersOnly", data: { conditions: states } },
    );
    app.world.members.add(`${missing}:${ann}`);
    app.clock.advance(60_000);
    expect(await refusal(tap(app, ann, envelopeId))).toBe("opened");
  });

  it("is found by no passphrase, and an envelope with one takes no tap", async () => {
    const [ann = 0n] = await addPeople(1);
    const members = await openOne();
    const { envelopeId } = await openEnvelope(app, sender, { chatIds: [String(group)] });
    for (const phrase of ["", "null", "members", "undefined phrase"]) {
      expect(await refusal(claim(app, ann, phrase, members))).toMatch(/^(?:wrongPassphrase|invalidRequest)$/);
    }
    expect(await refusal(tap(app, ann, envelopeId))).toBe("wrongPassphrase");
    expect(await refusal(tap(app, ann, "an-envelope-that-nobody-sent"))).toBe("wrongPassphrase");
    expect(asked()).toEqual([]);
  });

  it("answers sold out and expired without a question", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const full = await openOne({ count: 1 });
    await tap(app, ann, full);
    const late = await openOne();
    expect(await refusal(tap(app, bo, full))).toBe("soldOut");
    app.clock.advance(86_400_000);
    expect(await refusal(tap(app, bo, late))).toBe("envelopeExpired");
    expect(asked()).toEqual([`${group}:${ann}`]);
  });

  it("counts refused taps of a person as it counts wrong passphrases, and asks nothing about the locked", async () => {
    const [, stranger = 0n, other = 0n] = await addPeople(1, 2);
    const envelopeId = await openOne();
    for (let tries = 0; tries < 10; tries += 1)
      expect(await refusal(tap(app, stranger, envelopeId))).toBe("membersOnly");
    expect(await refusal(tap(app, stranger, envelopeId))).toBe("tooManyTries");
    expect(await refusal(tap(app, other, envelopeId))).toBe("membersOnly");
    expect(asked()).toHaveLength(2);
  });
});

describe("a member at an address that others have locked by wrong passphrases", () => {
  it("opens an envelope for members all the same, but guesses no passphrase", async () => {
    const [ann = 0n] = await addPeople(1);
    const envelopeId = await openOne();
    const ip = "198.51.100.30";
    const { name } = ofIp(LIMITS.wrongPassphrasesOfIp, ip);
    const until = new Date(app.clock.now().getTime() + 60_000);
    const locked = { scope: name, counted_at: [app.clock.now()], locked_until: until, lock_seconds: 60 };
    await database.kysely.insertInto("attempt").values(locked).execute();
    expect(await refusal(claim(app, ann, "any phrase", envelopeId, ip))).toBe("tooManyTries");
    expect(await refusal(tap(app, ann, envelopeId, ip))).toBe("opened");
  });
});

describe("a crowd at an envelope for members", () => {
  it("of 6,000 taps on 100 shares asks about at most the winners, the strangers and those in turn, once each", async () => {
    const people = await addPeople(1_900, 100);
    const strangers = new Set(people.slice(1_900));
    const envelopeId = await openOne({ count: 100, totalAmount: "1" });
    let inFlight = 0;
    let most = 0;
    app.world.answerLater = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 3));
      inFlight -= 1;
    };
    const taps = [...people, ...people, ...people].map((person, index) => ({ person, at: (index * 7_919) % 6_000 }));
    const inOrder = taps.toSorted((left, right) => left.at - right.at);
    const outcomes = await Promise.all(inOrder.map(({ person }) => refusal(tap(app, person, envelopeId))));

    const opened = outcomes.filter((outcome) => outcome === "opened");
    expect(opened.length).toBeGreaterThanOrEqual(100);
    expect(new Set(outcomes)).toEqual(new Set(["opened", "soldOut", "membersOnly"]));
    const winners = await database.kysely
      .selectFrom("claim")
      .select("tg_user_id")
      .where("envelope_id", "=", envelopeId)
      .execute();
    expect(winners).toHaveLength(100);
    expect(winners.filter((row) => strangers.has(row.tg_user_id))).toEqual([]);

    const questions = asked();
    expect(new Set(questions).size).toBe(questions.length);
    const ofStrangers = questions.filter((question) => strangers.has(BigInt(question.split(":")[1] ?? "0"))).length;
    expect(questions.length - ofStrangers).toBeLessThanOrEqual(100 + ASKING_OF_ENVELOPE - 1);
    expect(most).toBeLessThanOrEqual(ASKING_OF_ENVELOPE);
  });

  it("keeps nobody waiting who claims from another envelope", async () => {
    const [ann = 0n, bo = 0n, ...crowd] = await addPeople(60);
    const other = group - 1n;
    await addGroup(app, sender, other, [ann]);
    const [crowded, elsewhere] = [await openOne({ count: 50 }), await openOne({ chatIds: [String(other)] })];
    const phrase = await openEnvelope(app, sender);
    let letAnswer: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    app.world.answerLater = () => silence;
    const waiting = crowd.map((person) => refusal(tap(app, person, crowded)));
    await expect.poll(() => asked().length).toBe(ASKING_OF_ENVELOPE);

    app.world.answerLater = () => Promise.resolve();
    expect(await refusal(tap(app, ann, elsewhere))).toBe("opened");
    expect(await refusal(claim(app, bo, phrase.passphrase, phrase.envelopeId))).toBe("opened");
    expect(asked()).toHaveLength(ASKING_OF_ENVELOPE + 1);
    letAnswer();
    const outcomes = await Promise.all(waiting);
    expect(outcomes.filter((outcome) => outcome === "opened")).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === "soldOut")).toHaveLength(8);
  });
});

it("leaves every invariant of the database true", async () => {
  expect(await findBreaches(database)).toEqual([]);
});
