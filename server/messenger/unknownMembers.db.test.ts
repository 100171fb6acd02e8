import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addGroup, addressOf, addUsers, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { chatList, getGroupRanking } from "./chatCalls.ts";
import { linkPerson } from "./chats.ts";

const ETH = 10n ** 18n;
const PHRASE = "Lucky Day";
let database: Database;
let app: TestApp;
let base = 700_000n;
let sender: bigint;
let ann: bigint;
let bo: bigint;
let group: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  base += 1_000n;
  [sender, ann, bo, group] = [base, base + 1n, base + 2n, -base];
  app = createTestApp(database, `unknown members ${base}`);
  await addUsers(app, [sender, ann, bo]);
  await bindWallet(app, sender);
  app.world.balances.set(addressOf(sender), 100n * ETH);
  await addGroup(app, sender, group, [ann, bo]);
  for (const person of [ann, bo]) await linkPerson(app, group, person);
});

const openHere = (body: Parameters<typeof openEnvelope>[2] = {}) =>
  openEnvelope(app, sender, { chatIds: [String(group)], passphrase: PHRASE, ...body });
const listChats = (person = ann) => callAs(app, chatList, person, { query: { limit: 100 } });
const readClaims = async (envelopeId: string, person = ann) =>
  (await callAs(app, claimDetail, person, { query: { envelopeId, limit: 20 } })).claims;
const keyOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "opened",
    (error: unknown) => (error as { key?: string }).key ?? String(error),
  );

describe("somebody put out of a group while the messenger is away", () => {
  it("sees neither who won nor the draw, lists no group and takes no share, from the minute's end on", async () => {
    const { envelopeId } = await openHere({ count: 1 });
    await claim(app, bo, PHRASE);
    await openHere();
    expect(await readClaims(envelopeId)).toHaveLength(1);
    expect((await listChats()).items).toHaveLength(1);
    app.world.members.delete(`${group}:${ann}`);
    app.world.isMessengerDown = true;
    app.clock.advance(59_000);
    expect(await readClaims(envelopeId)).toHaveLength(1);
    app.clock.advance(1_000);
    expect(await readClaims(envelopeId)).toEqual([]);
    const fairness = await callAs(app, envelopeFairness, ann, { query: { envelopeId } });
    expect(fairness.revealed).toBeNull();
    expect(await keyOf(listChats())).toBe("serviceUnavailable");
    expect(await keyOf(claim(app, ann, PHRASE))).toBe("serviceUnavailable");
    const body = { type: "luckyDraw" as const, coinType: "eth" as const, count: 2, totalAmount: "0.02" };
    expect(await keyOf(callAs(app, sendRedEnvelope, sender, { body: { ...body, chatIds: [String(group)] } }))).toBe(
      "serviceUnavailable",
    );
    expect((await callAs(app, getGroupRanking, ann, { query: {} })).me).toBeNull();

    // A moment after the messenger is back, what was not answered is not believed either.
    app.world.isMessengerDown = false;
    app.clock.advance(1_000);
    expect(await readClaims(envelopeId)).toEqual([]);
    app.clock.advance(1_000);
    expect(await keyOf(claim(app, ann, PHRASE))).toBe("wrongPassphrase");
    expect((await listChats()).items).toEqual([]);
  });

  it("reads the same for every phrase, right or wrong, and each one counts as a try", async () => {
    await openHere();
    app.world.isMessengerDown = true;
    const answers: string[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      answers.push(await keyOf(claim(app, ann, PHRASE)), await keyOf(claim(app, ann, "A wrong one")));
    expect(new Set(answers)).toEqual(new Set(["serviceUnavailable"]));
    expect(await keyOf(claim(app, ann, PHRASE))).toBe("tooManyTries");
  });

  it("still claims by a generated phrase and by an envelope's own link", async () => {
    const made = await openHere({ passphrase: undefined });
    const typed = await openHere();
    app.world.isMessengerDown = true;
    expect((await claim(app, ann, made.passphrase)).claim.envelopeId).toBe(made.envelopeId);
    expect((await claim(app, bo, PHRASE, typed.envelopeId)).claim.envelopeId).toBe(typed.envelopeId);
  });
});

describe("what the messenger does not say", () => {
  it("is asked again after 2 s, then after twice as long, up to a minute, for each person and chat", async () => {
    await openHere();
    app.world.isMessengerDown = true;
    app.world.questions.length = 0;
    const askedAfterS: number[] = [];
    for (let second = 0; second < 250; second += 1) {
      const before = app.world.questions.length;
      await keyOf(listChats());
      if (app.world.questions.length > before) askedAfterS.push(second);
      app.clock.advance(1_000);
    }
    expect(askedAfterS).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    app.world.questions.length = 0;
    expect(await keyOf(listChats(bo))).toBe("serviceUnavailable");
    expect(app.world.questions).toEqual([`${group}:${bo}`]);
  });
});
