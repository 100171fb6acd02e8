import { beforeEach, describe, expect, it } from "vitest";
import { doInLanes } from "#server/inLanes.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { LIMITS, ofIp } from "#server/limits/limits.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addGroup, addUsers, callAs, claim, openEnvelope, openToMembers, tap as tapOf } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { ASKING_OF_ENVELOPE } from "./claimAsMember.ts";

const people = openPeople("members");
let app: TestApp;
let base = 10_000n;
let sender: bigint;
let group: bigint;

beforeEach(async () => {
  base += 10_000n;
  [sender, group] = [base, -base];
  app = people.renew(`members ${base}`);
  await people.addWithSender(sender);
});

/** People with an account; the first ones are members of the group. */
async function addPeople(members: number, strangers = 0): Promise<bigint[]> {
  const all = Array.from({ length: members + strangers }, (_, index) => base + 1n + BigInt(index));
  await addUsers(app, all);
  await addGroup(app, sender, group, all.slice(0, members));
  return all;
}

const openOne = (body: Partial<Parameters<typeof openToMembers>[2]> = {}) =>
  openToMembers(app, sender, { chatIds: [String(group)], ...body });
const tap = (person: bigint, envelopeId: string, ip?: string) => tapOf(app, person, envelopeId, ip);
const tryTap = (...asked: Parameters<typeof tap>) => outcomeOf(tap(...asked));
/** What the messenger was asked about those who tap; about the sender it is asked at each send. */
const asked = () => app.world.questions.filter((question) => !question.endsWith(`:${sender}`));

describe("an envelope for members", () => {
  it("opens by a tap of a member, who gets the same claim at a second tap and after the end", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const envelopeId = await openOne({ count: 2 });
    const first = await tap(ann, envelopeId);
    const conditions = [{ chatId: String(group), title: `Chat ${group}`, link: null, isMet: true }];
    const envelope = { claimRule: "members", passphrase: null, conditions };
    expect(first).toMatchObject({ alreadyClaimed: false, envelope });
    await tap(bo, envelopeId);
    expect(await tap(ann, envelopeId)).toMatchObject({
      alreadyClaimed: true,
      claim: { claimId: first.claim?.claimId },
    });
    expect(asked()).toEqual([`${group}:${ann}`, `${group}:${bo}`]);
  });

  it("gives a double tap one share and asks about it once", async () => {
    const [ann = 0n] = await addPeople(1);
    const envelopeId = await openOne();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tap(ann, envelopeId)));
    expect(new Set(answers.map((answer) => answer.claim?.claimId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.alreadyClaimed)).toHaveLength(1);
    expect(asked()).toEqual([`${group}:${ann}`]);
  });

  it("gives a stranger nothing, says what is missing and when it is asked again", async () => {
    const [, stranger = 0n] = await addPeople(1, 1);
    const envelopeId = await openOne();
    const refused = { key: "membersOnly", data: { conditions: [{ chatId: String(group), isMet: false }] } };
    await expect(tap(stranger, envelopeId)).rejects.toMatchObject({ ...refused, retryAfterSeconds: 60 });
    app.world.members.add(`${group}:${stranger}`);
    app.clock.advance(20_000);
    await expect(tap(stranger, envelopeId)).rejects.toMatchObject({ ...refused, retryAfterSeconds: 40 });
    expect(asked()).toHaveLength(1);
    app.clock.advance(40_000);
    expect(await tryTap(stranger, envelopeId)).toBe("ok");
  });

  it("asks again a minute later, and somebody removed meanwhile gets nothing", async () => {
    const [ann = 0n] = await addPeople(1);
    const [first, second] = [await openOne(), await openOne()];
    await tap(ann, first);
    app.world.members.delete(`${group}:${ann}`);
    app.clock.advance(60_000);
    expect(await tryTap(ann, second)).toBe("membersOnly");
    // Who has a share keeps it.
    expect((await tap(ann, first)).alreadyClaimed).toBe(true);
  });

  it("lets nobody in while the messenger does not answer, and asks again 2 s later", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const envelopeId = await openOne();
    app.world.isMessengerDown = true;
    const answers = await Promise.all([ann, bo, ann].map((person) => tryTap(person, envelopeId)));
    app.world.isMessengerDown = false;
    expect(new Set([...answers, await tryTap(ann, envelopeId)])).toEqual(new Set(["serviceUnavailable"]));
    app.clock.advance(2_000);
    expect(await tryTap(ann, envelopeId)).toBe("ok");
  });

  it("is opened by its sender only as a member and as a lucky draw", async () => {
    await addPeople(1);
    expect(await tryTap(sender, await openOne({ type: "ordinary" }))).toBe("ownEnvelope");
    expect(await tryTap(sender, await openOne())).toBe("ok");
  });

  it.each([1, 2, 3])("asks for %i other chats besides, and tells each one's state", async (count) => {
    const [ann = 0n] = await addPeople(1);
    const others = Array.from({ length: count }, (_, index) => group - BigInt(index + 1));
    for (const other of others) await addGroup(app, sender, other, []);
    const envelopeId = await openOne({ requiredChatIds: others.map(String) });
    for (const joined of others.slice(0, -1)) app.world.members.add(`${joined}:${ann}`);
    const missing = others.at(-1);
    const conditions = [true, ...others.map((each) => each !== missing)].map((isMet) => ({ isMet }));
    await expect(tap(ann, envelopeId)).rejects.toMatchObject({ key: "membersOnly", data: { conditions } });
    app.world.members.add(`${missing}:${ann}`);
    app.clock.advance(60_000);
    expect(await tryTap(ann, envelopeId)).toBe("ok");
  });

  it("names its private chats to its members and those of its group; others do not read it", async () => {
    const [ann = 0n, stranger = 0n] = await addPeople(1, 1);
    const other = group - 1n;
    await addGroup(app, sender, other);
    const envelopeId = await openOne({ requiredChatIds: [String(other)] });
    const read = async (person: bigint) =>
      (await callAs(app, claimDetail, person, { query: { envelopeId, limit: 5 } })).envelope.conditions;
    const conditions = [group, other].map((chatId) => ({ chatId: String(chatId), title: null, link: null }));
    expect(await read(stranger)).toMatchObject(conditions);
    await expect(tap(stranger, envelopeId)).rejects.toMatchObject({ key: "membersOnly", data: { conditions } });
    expect(await tryTap(ann, envelopeId)).toBe("membersOnly");
    for (const person of [ann, sender]) {
      expect(await read(person)).toMatchObject([{ title: `Chat ${group}` }, { title: `Chat ${other}` }]);
    }
  });

  it("is found by no passphrase, and an envelope with one takes no tap", async () => {
    const [ann = 0n] = await addPeople(1);
    const members = await openOne();
    const { envelopeId } = await openEnvelope(app, sender, { chatIds: [String(group)] });
    for (const phrase of ["", "null", "members", "undefined phrase"]) {
      expect(await outcomeOf(claim(app, ann, phrase, members))).toMatch(/^(?:wrongPassphrase|invalidRequest)$/);
    }
    expect(await tryTap(ann, envelopeId)).toBe("wrongPassphrase");
    expect(await tryTap(ann, "an-envelope-that-nobody-sent")).toBe("wrongPassphrase");
    expect(asked()).toEqual([]);
  });

  it("answers sold out and expired without a question", async () => {
    const [ann = 0n, bo = 0n] = await addPeople(2);
    const [full, late] = [await openOne({ count: 1 }), await openOne()];
    await tap(ann, full);
    expect(await tryTap(bo, full)).toBe("soldOut");
    app.clock.advance(86_400_000);
    expect(await tryTap(bo, late)).toBe("envelopeExpired");
    expect(asked()).toEqual([`${group}:${ann}`]);
  });

  it("counts refused taps of a person as it counts wrong passphrases, and asks nothing about the locked", async () => {
    const [, stranger = 0n, other = 0n] = await addPeople(1, 2);
    const envelopeId = await openOne();
    for (let tries = 0; tries < 10; tries += 1) expect(await tryTap(stranger, envelopeId)).toBe("membersOnly");
    expect(await tryTap(stranger, envelopeId)).toBe("tooManyTries");
    expect(await tryTap(other, envelopeId)).toBe("membersOnly");
    expect(asked()).toHaveLength(2);
  });

  it("opens at an address that others have locked by wrong passphrases, which guesses none all the same", async () => {
    const [ann = 0n] = await addPeople(1);
    const envelopeId = await openOne();
    const ip = "198.51.100.30";
    const { name: scope } = ofIp(LIMITS.wrongPassphrasesOfIp, ip);
    const at = app.clock.now();
    const locked = { scope, counted_at: [at], locked_until: new Date(at.getTime() + 60_000), lock_seconds: 60 };
    await people.database.kysely.insertInto("attempt").values(locked).execute();
    expect(await outcomeOf(claim(app, ann, "any phrase", envelopeId, ip))).toBe("tooManyTries");
    expect(await tryTap(ann, envelopeId, ip)).toBe("ok");
  });
});

/** More would wait longer for one of the connections than a process may, on a busy machine. */
const AT_ONCE = 500;

describe("a crowd at an envelope for members", () => {
  it("of 6,000 taps on 100 shares asks about at most the winners, the strangers and those in turn, once each", async () => {
    const all = await addPeople(1_900, 100);
    const strangers = new Set(all.slice(1_900));
    const envelopeId = await openOne({ count: 100, totalAmount: "1" });
    let [inFlight, most] = [0, 0];
    app.world.answerLater = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 3));
      inFlight -= 1;
    };
    const taps = [...all, ...all, ...all].map((person, index) => ({ person, at: (index * 7_919) % 6_000 }));
    const inOrder = taps.toSorted((left, right) => left.at - right.at);
    const outcomes: string[] = [];
    await doInLanes(inOrder, AT_ONCE, async ({ person }) => {
      outcomes.push(await tryTap(person, envelopeId));
    });

    expect(outcomes.filter((outcome) => outcome === "ok").length).toBeGreaterThanOrEqual(100);
    expect(new Set(outcomes)).toEqual(new Set(["ok", "soldOut", "membersOnly"]));
    const claims = people.database.kysely
      .selectFrom("claim")
      .select("tg_user_id")
      .where("envelope_id", "=", envelopeId);
    const winners = (await claims.execute()).map((row) => row.tg_user_id);
    expect([winners.length, winners.filter((person) => strangers.has(person))]).toEqual([100, []]);

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
    const silence = Promise.withResolvers<void>();
    app.world.answerLater = () => silence.promise;
    const waiting = crowd.map((person) => tryTap(person, crowded));
    await expect.poll(() => asked().length).toBe(ASKING_OF_ENVELOPE);

    app.world.answerLater = () => Promise.resolve();
    expect(await tryTap(ann, elsewhere)).toBe("ok");
    expect(await outcomeOf(claim(app, bo, phrase.passphrase, phrase.envelopeId))).toBe("ok");
    expect(asked()).toHaveLength(ASKING_OF_ENVELOPE + 1);
    silence.resolve();
    const outcomes = await Promise.all(waiting);
    expect(["ok", "soldOut"].map((key) => outcomes.filter((outcome) => outcome === key).length)).toEqual([50, 8]);
  });
});

it("leaves every invariant of the database true", async () => {
  expect(await findBreaches(people.database)).toEqual([]);
});
