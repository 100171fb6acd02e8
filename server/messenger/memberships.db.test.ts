import { beforeEach, describe, expect, it } from "vitest";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addGroup, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { chatList, getGroupRanking } from "./chatCalls.ts";
import { linkPerson } from "./chats.ts";

const PHRASE = "Lucky Day";
const people = openPeople("unknown members");
let app: TestApp;
let base = 700_000n;
let sender: bigint;
let ann: bigint;
let bo: bigint;
let group: bigint;

beforeEach(async () => {
  base += 1_000n;
  [sender, ann, bo, group] = [base, base + 1n, base + 2n, -base];
  app = people.renew(`unknown members ${base}`);
  await people.addWithSender(sender, ann, bo);
  await addGroup(app, sender, group, [ann, bo]);
  for (const person of [ann, bo]) await linkPerson(app, group, person);
});

const openHere = (body: Parameters<typeof openEnvelope>[2] = {}) =>
  openEnvelope(app, sender, { chatIds: [String(group)], passphrase: PHRASE, ...body });
const listChats = (person = ann) => callAs(app, chatList, person, { query: { limit: 100 } });
const readClaims = async (envelopeId: string, person = ann) =>
  (await callAs(app, claimDetail, person, { query: { envelopeId, limit: 20 } })).claims;
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
    expect(await outcomeOf(listChats())).toBe("serviceUnavailable");
    expect(await outcomeOf(claim(app, ann, PHRASE))).toBe("serviceUnavailable");
    const body = { type: "luckyDraw" as const, coinType: "eth" as const, count: 2, totalAmount: "0.02" };
    expect(await outcomeOf(callAs(app, sendRedEnvelope, sender, { body: { ...body, chatIds: [String(group)] } }))).toBe(
      "serviceUnavailable",
    );
    expect((await callAs(app, getGroupRanking, ann, { query: {} })).me).toBeNull();

    // A moment after the messenger is back, what was not answered is not believed either.
    app.world.isMessengerDown = false;
    app.clock.advance(1_000);
    expect(await readClaims(envelopeId)).toEqual([]);
    app.clock.advance(1_000);
    expect(await outcomeOf(claim(app, ann, PHRASE))).toBe("wrongPassphrase");
    expect((await listChats()).items).toEqual([]);
  });

  it("reads the same for every phrase, right or wrong, and each one counts as a try", async () => {
    await openHere();
    app.world.isMessengerDown = true;
    const answers: string[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      answers.push(await outcomeOf(claim(app, ann, PHRASE)), await outcomeOf(claim(app, ann, "A wrong one")));
    expect(new Set(answers)).toEqual(new Set(["serviceUnavailable"]));
    expect(await outcomeOf(claim(app, ann, PHRASE))).toBe("tooManyTries");
  });

  it("still claims by a generated phrase and by an envelope's own link", async () => {
    const made = await openHere({ passphrase: undefined });
    const typed = await openHere();
    app.world.isMessengerDown = true;
    expect((await claim(app, ann, made.passphrase)).claim?.envelopeId).toBe(made.envelopeId);
    expect((await claim(app, bo, PHRASE, typed.envelopeId)).claim?.envelopeId).toBe(typed.envelopeId);
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
      await outcomeOf(listChats());
      if (app.world.questions.length > before) askedAfterS.push(second);
      app.clock.advance(1_000);
    }
    expect(askedAfterS).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    app.world.questions.length = 0;
    expect(await outcomeOf(listChats(bo))).toBe("serviceUnavailable");
    expect(app.world.questions).toEqual([`${group}:${bo}`]);
  });
});
