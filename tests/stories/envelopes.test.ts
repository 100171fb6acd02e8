import { expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { thankSender } from "#server/envelopes/thanks/thankSender.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories } from "./openStories.ts";

const story = openStories("numbered");
const DAY_MINUTES = 24 * 60 + 1;
const close = (who: bigint, envelopeId: string) =>
  callAs(story.world.app, closeEnvelope, who, { body: { envelopeId } });

it("a claim is in the balance at once, and its repeat is the same one", async () => {
  const [anna, ben] = [await story.meet(), await story.meet({ isProven: false })];
  const opened = await story.open(anna, 4, { type: "ordinary" });
  expect(await story.claim(ben, opened)).toMatchObject({ alreadyClaimed: false, claim: { isMine: true } });
  expect(await story.readSum(ben)).toBe(2);
  expect(await story.claim(ben, opened)).toMatchObject({ alreadyClaimed: true });
  expect(await story.readSum(ben)).toBe(2);
});

it("the shares of a lucky draw are the whole, to the last unit", async () => {
  const people = [await story.meet(), await story.meet({ isProven: false }), await story.meet({ isProven: false })];
  const [anna = 0n] = people;
  const opened = await story.open(anna, 5, { count: 3 });
  for (const person of people) await story.claim(person, opened);
  const sums = await Promise.all(people.map((person) => story.readBase(person)));
  expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(story.units(5));
  for (const sum of sums) expect(sum).toBeGreaterThan(0n);
  expect(await story.readEnvelope(opened)).toBe("finished");
});

it("who claims at once is told their own share each", async () => {
  const people = [];
  for (let place = 0; place < 4; place += 1) people.push(await story.meet());
  const [anna = 0n] = people;
  const opened = await story.open(anna, 9, { count: 4 });
  const answers = await Promise.all(people.map((person) => story.claim(person, opened)));
  expect(answers.map(({ claim }) => claim?.isMine)).toEqual([true, true, true, true]);
  expect(new Set(answers.map(({ claim }) => claim?.claimId)).size).toBe(4);
  const told = answers.map(({ claim }) => parseDecimal(claim?.amount ?? "", COINS.eth.baseDecimals));
  expect(told).toEqual(await Promise.all(people.map((person) => story.readBase(person))));
});

it("who comes after the last share gets none", async () => {
  const [anna, ben, cleo] = [await story.meet(), await story.meet(), await story.meet()];
  const opened = await story.open(anna, 2, { type: "ordinary", count: 1 });
  await story.claim(ben, opened);
  await expect(story.claim(cleo, opened)).rejects.toMatchObject({ key: "soldOut" });
  expect(await story.readSum(cleo)).toBe(0);
});

it("a sender never claims an own ordinary envelope", async () => {
  const anna = await story.meet();
  const opened = await story.open(anna, 2, { type: "ordinary" });
  await expect(story.claim(anna, opened)).rejects.toMatchObject({ key: "ownEnvelope" });
});

it("an unpaid envelope answers like a wrong phrase", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const sent = await story.send(anna, 2);
  await expect(story.claim(ben, sent)).rejects.toMatchObject({ key: "wrongPassphrase" });
  const opened = await story.open(anna, 4);
  await expect(story.claim(ben, { ...opened, passphrase: "Another one" })).rejects.toMatchObject({
    key: "wrongPassphrase",
  });
});

it("what nobody took in 24 hours is back by itself, once, and nobody gets any more", async () => {
  const [anna, ben, cleo] = [await story.meet(), await story.meet(), await story.meet()];
  const opened = await story.open(anna, 4, { type: "ordinary" });
  await story.claim(ben, opened);
  story.world.pass(DAY_MINUTES);
  await story.mine(6);
  await story.world.restart();
  await story.mine(2);
  expect(await story.readEnvelope(opened)).toBe("refunded");
  expect(await story.readSum(anna)).toBe(2);
  expect(await story.readLetters(anna)).toEqual(["refunded"]);
  await expect(story.claim(cleo, opened)).rejects.toMatchObject({ key: "envelopeExpired" });
});

it("the sender ends an envelope ten minutes after its opening, and has the rest at once", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const { envelopeId, ...opened } = await story.open(anna, 4, { type: "ordinary" });
  await expect(close(anna, envelopeId)).rejects.toMatchObject({ key: "notAvailable" });
  await expect(close(ben, envelopeId)).rejects.toMatchObject({ key: "notFound" });
  await story.claim(ben, { ...opened, envelopeId });
  story.world.pass(11);
  await story.mine(3);
  await close(anna, envelopeId);
  await close(anna, envelopeId);
  expect(await story.readSum(anna)).toBe(2);
});

it("thanks move no money, and who has no share cannot thank", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const opened = await story.open(anna, 4, { type: "ordinary" });
  const thank = () =>
    callAs(story.world.app, thankSender, ben, { body: { envelopeId: opened.envelopeId, reaction: "clap" } });
  await expect(thank()).rejects.toMatchObject({ key: "notFound" });
  await story.claim(ben, opened);
  await thank();
  expect([await story.readSum(anna), await story.readSum(ben)]).toEqual([0, 2]);
});

it("a send needs a wallet, or enough in the balance", async () => {
  const anna = await story.meet({ isProven: false });
  await expect(story.send(anna, 3)).rejects.toMatchObject({ key: "walletNotBound" });
  const ben = await story.meet();
  story.pay(ben, 995);
  await story.mine(1);
  await expect(story.send(ben, 10)).rejects.toMatchObject({ key: "insufficientBalance" });
});

it.each([
  { type: "ordinary", count: 3, totalAmount: "0.01" },
  { type: "luckyDraw", count: 10, totalAmount: "0.00001" },
  { type: "luckyDraw", count: 2, totalAmount: "0.01", singleAmount: "0.01" },
] as const)("a send of %j is refused, and nothing is made", async (body) => {
  const anna = await story.meet();
  await expect(story.send(anna, 1, body)).rejects.toMatchObject({ key: "invalidRequest" });
  const made = await story.world.tables.selectFrom("envelope").select("status").where("sender_id", "=", anna).execute();
  expect(made).toEqual([]);
});

it("somebody has 20 unpaid orders at most", async () => {
  const anna = await story.meet();
  for (let order = 0; order < 20; order += 1) await story.send(anna, 1);
  await expect(story.send(anna, 1)).rejects.toMatchObject({ key: "tooManyTries" });
});
