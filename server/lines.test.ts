import { expect, it } from "vitest";
import { QuestionTurns } from "./questionTurns.ts";

/** Lets every turn come that can come. By promises alone, so that a clock that another test holds does not stop it. */
async function settle() {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
}

async function takeTurn(turns: QuestionTurns, person: bigint, order: bigint[], leaves: (() => void)[]) {
  const leave = await turns.enter(person);
  order.push(person);
  if (leave !== null) leaves.push(leave);
}

/** Enters so many times and says in which order the turns came. */
async function enter(turns: QuestionTurns, person: bigint, times: number, order: bigint[], leaves: (() => void)[]) {
  for (let index = 0; index < times; index += 1) {
    void takeTurn(turns, person, order, leaves);
  }
  await settle();
}

it("gives a person four turns at a time, and all together 64", async () => {
  const turns = new QuestionTurns();
  const [order, leaves]: [bigint[], (() => void)[]] = [[], []];
  for (let person = 1n; person <= 30n; person += 1n) await enter(turns, person, 10, order, leaves);
  expect(order).toHaveLength(64);
  expect(order.filter((person) => person === 1n)).toHaveLength(4);
});

it("lets a short list in before the end of a long one", async () => {
  const turns = new QuestionTurns();
  const [order, leaves]: [bigint[], (() => void)[]] = [[], []];
  for (let person = 1n; person <= 16n; person += 1n) await enter(turns, person, 100, order, leaves);
  await enter(turns, 99n, 1, order, leaves);
  for (let rounds = 0; rounds < 17; rounds += 1) {
    leaves.shift()?.();
    await settle();
  }
  expect(order.slice(64)).toContain(99n);
});

it("sends away whoever has too many questions", async () => {
  const turns = new QuestionTurns();
  const [order, leaves]: [bigint[], (() => void)[]] = [[], []];
  await enter(turns, 1n, 504, order, leaves);
  expect(await turns.enter(1n)).toBeNull();
});
