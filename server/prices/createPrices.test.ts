import { expect, it, vi } from "vitest";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createPrices } from "./createPrices.ts";

function openFeed() {
  let now = new Date("2026-11-20T12:00:00Z").getTime();
  const answers = { price: "3000" as string | null };
  const ask = vi.fn<() => Promise<string>>(async () => {
    if (answers.price === null) throw new Error("the feed is away");
    return answers.price;
  });
  const prices = createPrices({ ask, clock: { now: () => new Date(now) }, logger: silentLogger });
  return {
    prices,
    ask,
    setPrice: (price: string | null) => {
      answers.price = price;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it("asks once a minute, and once for all parallel callers", async () => {
  const { prices, ask, setPrice, pass } = openFeed();
  expect(prices.peek("eth")).toBeNull();
  expect(await Promise.all([prices.read("eth"), prices.read("eth")])).toEqual(["3000", "3000"]);
  setPrice("3100");
  pass(59_999);
  expect(await prices.read("eth")).toBe("3000");
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1);
  expect(await prices.read("eth")).toBe("3100");
  expect(prices.peek("eth")).toBe("3100");
  expect(await prices.read("ton")).toBe("3100");
  expect(ask).toHaveBeenCalledTimes(3);
});

it("keeps the last price for ten minutes while the feed fails", async () => {
  const { prices, setPrice, pass } = openFeed();
  await prices.read("eth");
  setPrice(null);
  pass(599_999);
  expect(await prices.read("eth")).toBe("3000");
  pass(1);
  expect(await prices.read("eth")).toBeNull();
  expect(prices.peek("eth")).toBeNull();
});

it("does not ask a failed feed for five seconds, then asks again", async () => {
  const { prices, ask, setPrice, pass } = openFeed();
  setPrice(null);
  expect(await prices.read("eth")).toBeNull();
  setPrice("3000");
  pass(4_999);
  expect(await prices.read("eth")).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1);
  expect(await prices.read("eth")).toBe("3000");
});

it("treats no price as fresh after the clock was set back", async () => {
  const { prices, ask, pass } = openFeed();
  await prices.read("eth");
  pass(-3_600_000);
  expect(prices.peek("eth")).toBeNull();
  await prices.read("eth");
  expect(ask).toHaveBeenCalledTimes(2);
});

it("knows no price that has not moved for six hours, until it moves", async () => {
  const { prices, setPrice, pass } = openFeed();
  await prices.read("eth");
  // Nobody asks for a night.
  pass(8 * 3_600_000);
  expect(await prices.read("eth")).toBe("3000");
  for (let minute = 0; minute < 17; minute += 1) {
    pass(60_000);
    expect(await prices.read("eth")).toBe("3000");
  }
  pass(60_000);
  expect(await prices.read("eth")).toBeNull();
  expect(prices.peek("eth")).toBeNull();
  setPrice("3000.01");
  pass(60_000);
  expect(await prices.read("eth")).toBe("3000.01");
});

it("knows no price that is more than three times off the last, until a reading a minute later says so too", async () => {
  const { prices, ask, setPrice, pass } = openFeed();
  await prices.read("eth");
  setPrice("9000");
  pass(60_000);
  expect(await prices.read("eth")).toBe("9000");
  for (const [jump, near] of [
    ["27000.1", "26000"],
    ["100", "90"],
  ] as const) {
    setPrice(jump);
    pass(60_000);
    expect([await prices.read("eth"), prices.peek("eth")]).toEqual([null, null]);
    // Nobody asks again before the minute is over.
    const { length } = ask.mock.calls;
    pass(59_999);
    expect(await prices.read("eth")).toBeNull();
    expect(ask).toHaveBeenCalledTimes(length);
    setPrice(near);
    pass(1);
    expect(await prices.read("eth")).toBe(near);
    expect(prices.peek("eth")).toBe(near);
  }
});

it("goes on with the last price where the second reading is near it again, and stays without one between others", async () => {
  const { prices, setPrice, pass } = openFeed();
  await prices.read("eth");
  setPrice("0.5");
  pass(60_000);
  expect(await prices.read("eth")).toBeNull();
  setPrice("100000");
  pass(60_000);
  expect(await prices.read("eth")).toBeNull();
  setPrice(null);
  pass(60_000);
  expect(await prices.read("eth")).toBeNull();
  setPrice("3001");
  pass(5_000);
  expect(await prices.read("eth")).toBe("3001");
});
