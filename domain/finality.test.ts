import { expect, test } from "vitest";
import { findFinalityMinutes } from "./finality.ts";

test("finality takes 13 to 19 minutes on Ethereum, no time on a local chain, and is unknown elsewhere", () => {
  expect(findFinalityMinutes("eip155:1")).toBeGreaterThanOrEqual(13);
  expect(findFinalityMinutes("eip155:1")).toBeLessThanOrEqual(19);
  expect(findFinalityMinutes("eip155:31337")).toBe(0);
  expect([findFinalityMinutes("eip155:10"), findFinalityMinutes(null)]).toEqual([null, null]);
});
