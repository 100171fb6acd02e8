import { expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { openStories } from "./openStories.ts";

const story = openStories("numbered");
const DAY_MINUTES = 24 * 60 + 1;

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
