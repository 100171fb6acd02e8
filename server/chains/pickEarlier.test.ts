import { expect, it } from "vitest";
import { pickEarlier } from "./pickEarlier.ts";

const pick = (...timesMs: readonly number[]) => pickEarlier(timesMs, (timeMs) => timeMs);

it("picks the earlier of two times, and the only one", () => {
  expect(pick(70_000, 10_000)).toBe(10_000);
  expect(pick(5)).toBe(5);
});

it("refuses times that are too far apart", () => {
  expect(() => pick(70_001, 10_000)).toThrow("disagree on the time");
  expect(() => pick(0, 86_400_000)).toThrow("disagree on the time");
});
