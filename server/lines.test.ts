import { expect, it } from "vitest";
import { Lines } from "./lines.ts";

const LISTS = { atOnce: 64, ofKey: 4, mostWaiting: 500 };

/** Lets every turn come that can come. By promises alone, so that a clock that another test holds does not stop it. */
async function settle() {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
}

async function takeTurn(turns: Lines<bigint>, person: bigint, order: bigint[], leaves: (() => void)[]) {
  const leave = await turns.enter(person);
  order.push(person);
  if (leave !== "full") leaves.push(leave);
}

/** Enters so many times and says in which order the turns came. */
async function enter(turns: Lines<bigint>, person: bigint, times: number, order: bigint[], leaves: (() => void)[]) {
  for (let index = 0; index < times; index += 1) {
    void takeTurn(turns, person, order, leaves);
  }
  await settle();
}

it("gives so many turns to one, and so many altogether", async () => {
  const turns = new Lines<bigint>(LISTS);
  const [order, leaves]: [bigint[], (() => void)[]] = [[], []];
  for (let person = 1n; person <= 30n; person += 1n) await enter(turns, person, 10, order, leaves);
  expect(order).toHaveLength(64);
  expect(order.filter((person) => person === 1n)).toHaveLength(4);
});

it("lets a short list in before the end of a long one", async () => {
  const turns = new Lines<bigint>(LISTS);
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
  const turns = new Lines<bigint>(LISTS);
  const [order, leaves]: [bigint[], (() => void)[]] = [[], []];
  await enter(turns, 1n, 504, order, leaves);
  expect(await turns.enter(1n)).toBe("full");
});

it("lets nobody wait for others' turns where it is hasty, but for those of one's own line", async () => {
  const lines = new Lines<string, "over">({ atOnce: 3, ofKey: 2, isHasty: true });
  const turns = ["a", "a", "a", "b", "c"].map((key) => lines.enter(key));
  expect(await turns[4]).toBe("full");
  const waiting = lines.enter("a");
  const [first] = await Promise.all(turns.slice(0, 2));
  if (typeof first === "function") first();
  expect(await turns[2]).toBeTypeOf("function");
  lines.dismiss("a", "over");
  expect(await waiting).toBe("over");
});

it("keeps no place for whoever has stopped waiting", async () => {
  const lines = new Lines<null>({ atOnce: 1 });
  const leave = await lines.enter(null);
  const stop = new AbortController();
  const [stopped, next] = [lines.enter(null, stop.signal), lines.enter(null)];
  stop.abort();
  expect(await stopped).toBe("full");
  expect(await lines.enter(null, stop.signal)).toBe("full");
  if (leave !== "full") leave();
  expect(await next).toBeTypeOf("function");
});
