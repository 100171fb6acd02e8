import { expect, it, vi } from "vitest";
import { createBatcher } from "./batch.ts";
import type { Database } from "./database.ts";

const database = { pool: { options: { max: 4 } }, tracing: null } as Database;

function openBatcher(run: (asks: readonly number[]) => Promise<readonly number[]>) {
  const spy = vi.fn<typeof run>(run);
  const ask = createBatcher<number, number>({
    name: "doubles",
    run: (_, asks) => spy(asks),
    keyOf: () => "one lane",
    lanes: 1,
    maxSize: 256,
  });
  return { spy, ask: (value: number) => ask(database, value) };
}

it("rejects the ask that fails alone, and answers the others of its batch", async () => {
  const { ask, spy } = openBatcher(async (asks) => {
    if (asks.includes(77)) throw new Error("this one cannot be read");
    return asks.map((value) => value * 2);
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, value) => ask(value)));
  const failed = outcomes.flatMap(({ status }, value) => (status === "rejected" ? [value] : []));
  expect(failed).toEqual([77]);
  expect(outcomes[199]).toEqual({ status: "fulfilled", value: 398 });
  expect(spy.mock.calls.length).toBeLessThan(25);
});

it.each(["57014", "40P01", "53300"])("asks once where the failure %s says nothing of one ask", async (code) => {
  const { ask, spy } = openBatcher(async () => {
    throw Object.assign(new Error("for all"), { code });
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, value) => ask(value)));
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(spy).toHaveBeenCalledTimes(1);
});
