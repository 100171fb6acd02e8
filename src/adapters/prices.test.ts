import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createPrices } from "./prices.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

/** What the server answers to each reading; null: it cannot be reached. */
function openPage(answer: (reading: number) => string | null) {
  let readings = 0;
  const page = new EventTarget() as Window;
  const prices = createPrices(async () => {
    readings += 1;
    const price = answer(readings);
    if (price === null) throw new Error("network");
    return { price };
  }, page);
  const goOnline = () => page.dispatchEvent(new Event("online"));
  const look = () => prices.get("eth");
  return {
    ...prices,
    goOnline,
    count: () => readings,
    look,
    pass: (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS),
  };
}

it("is read each minute while somebody looks, once for all of them, and not after that", async () => {
  const { count, follow, look, pass } = openPage((reading) => String(3_000 + reading));
  const seen: unknown[] = [];
  const ends = [follow("eth", () => seen.push(look())), follow("eth", () => {})];
  expect(look()).toBeUndefined();
  await pass(10);
  expect([count(), look(), seen.length]).toEqual([11, "3011", 11]);
  for (const end of ends) end();
  await pass(10);
  expect(count()).toBe(11);
});

it("that cannot be read any more is known for ten minutes, and again once it can be read", async () => {
  const { follow, look, pass } = openPage((reading) => (reading > 1 && reading < 15 ? null : "3000"));
  follow("eth", () => {});
  await pass(9);
  expect(look()).toBe("3000");
  await pass(1);
  expect(look()).toBeNull();
  await pass(4);
  expect(look()).toBe("3000");
});

it("that cannot be read at all, or that the server does not know, is unknown, also after one that was", async () => {
  const { follow, look, goOnline, pass } = openPage((reading) => [null, "3000", "0"][reading - 1] ?? null);
  follow("eth", () => {});
  await pass(0);
  expect(look()).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  goOnline();
  await pass(0);
  expect(look()).toBe("3000");
  await pass(1);
  expect(look()).toBeNull();
});

it("is shared by those who ask within five seconds, whatever the answer is", async () => {
  const { count, read, pass } = openPage((reading) => (reading === 1 ? null : "3000"));
  const first = [read("eth"), read("eth")];
  for (const answer of first) await expect(answer).rejects.toThrow("network");
  await vi.advanceTimersByTimeAsync(4_999);
  await expect(read("eth")).rejects.toThrow("network");
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(read("eth")).resolves.toBe("3000");
  await pass(0);
  expect(count()).toBe(2);
});
