import { beforeAll, beforeEach, expect, it } from "vitest";
import { REACTIONS, type Reaction } from "#domain/envelope/reactions.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { history } from "#server/records/history.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openPeople } from "#tests/support/people.ts";
import { callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { thankSender } from "./thankSender.ts";

const SENDER = 1n;
const [FIRST, SECOND, THIRD] = [2n, 3n, 4n];
const people = openPeople("thanks");
let envelopeId: string;

beforeAll(() => people.addWithSender(SENDER, FIRST, SECOND, THIRD));
beforeEach(async () => {
  ({ envelopeId } = await openEnvelope(people.app, SENDER, { count: 4 }));
  await people.change(SENDER, { allows_write_to_pm: true, allows_notifications: true });
  for (const person of [FIRST, SECOND]) await take(person);
  await people.forgetLetters();
});

const take = (person: bigint) => claim(people.app, person, "Lucky Day", envelopeId);
const thank = (person: bigint, reaction: Reaction | null, id = envelopeId) =>
  callAs(people.app, thankSender, person, { body: { envelopeId: id, reaction } });
const readClaims = async (viewer: bigint) =>
  (await callAs(people.app, claimDetail, viewer, { query: { envelopeId, limit: 50 } })).claims.map(
    ({ user, reaction }) => `${user.name}: ${reaction ?? "nothing"}`,
  );
/** What the bot tells the sender, after a minute unless it is asked at once. */
async function hear(afterMs = 60_000): Promise<string[]> {
  people.app.clock.advance(afterMs);
  return (await people.hear(1)).map(({ html }) => html);
}

it("who has a share thanks, changes it and takes it back; everybody who sees the claims sees it", async () => {
  expect((await thank(FIRST, "clap")).claim).toMatchObject({ reaction: "clap", isMine: true, envelopeId });
  await thank(SECOND, "fire");
  expect((await thank(FIRST, "heart")).claim.reaction).toBe("heart");
  for (const viewer of [SENDER, FIRST]) {
    expect(await readClaims(viewer)).toEqual(["Person 3: fire", "Person 2: heart"]);
  }
  expect((await thank(FIRST, null)).claim.reaction).toBeNull();
  expect(await readClaims(SENDER)).toEqual(["Person 3: fire", "Person 2: nothing"]);
  const received = await callAs(people.app, history, SECOND, { query: { limit: 1 } });
  // A repeat of the claim shows it as well.
  expect([received.items[0]?.reaction, (await take(SECOND)).claim?.reaction]).toEqual(["fire", "fire"]);
});

it("who has no share gets the same answer as for an envelope that is not there", async () => {
  for (const [person, id] of [[SENDER], [THIRD], [FIRST, "unknownunknownunknown1"]] as const) {
    await expect(thank(person, "clap", id)).rejects.toMatchObject({ key: "notFound" });
  }
});

it("tells the sender of the first ones in one message, and of none later", async () => {
  await Promise.all([thank(FIRST, "clap"), thank(SECOND, "pray"), thank(FIRST, "clap")]);
  expect(await hear(0)).toEqual([]);
  const names = `\u2068Person 2\u2069 ${REACTIONS.clap} and \u2068Person 3\u2069 ${REACTIONS.pray}`;
  expect(await hear()).toEqual([`💌 Thanks for your red envelope: ${names}.`]);
  await take(THIRD);
  for (const person of [FIRST, SECOND, THIRD]) await thank(person, "party");
  await thank(FIRST, null);
  await thank(FIRST, "heart");
  expect(await hear()).toEqual([]);
});

it("says nothing of thanks that were taken back in time, and does of those that follow", async () => {
  await thank(FIRST, "clap");
  await thank(FIRST, null);
  expect(await hear()).toEqual([]);
  await thank(SECOND, "laugh");
  expect(await hear()).toEqual([`💌 Thanks for your red envelope: \u2068Person 3\u2069 ${REACTIONS.laugh}.`]);
});

it("tells nobody who wants no messages, of no thanks to oneself, and of none after a week", async () => {
  await people.change(SENDER, { allows_notifications: false });
  await thank(FIRST, "clap");
  expect(await hear()).toEqual([]);
  await people.change(SENDER, { allows_notifications: true });
  await take(SENDER);
  await people.forgetLetters();
  await thank(SENDER, "clap");
  people.app.clock.advance(8 * 86_400_000);
  await thank(SECOND, "clap");
  expect(await hear()).toEqual([]);
});

it("takes no other reaction than those of the list", async () => {
  const set = people.database.pool.query("update claim set reaction = 'poop' where envelope_id = $1", [envelopeId]);
  await expect(set).rejects.toThrow("claim_reaction");
  expect(await findBreaches(people.database)).toEqual([]);
});
