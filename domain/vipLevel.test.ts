import { expect, it } from "vitest";
import { readVipLevel } from "./vipLevel.ts";

it.each([
  [0n, 0],
  [9_999_999n, 0],
  [10_000_000n, 1],
  [99_999_999n, 1],
  [100_000_000n, 2],
  [1_000_000_000n, 3],
  [10_000_000_000n, 4],
  [100_000_000_000n, 5],
  [10n ** 20n, 5],
])("%s millionths of a USDT are level %s", (valueMicros, level) => {
  expect(readVipLevel(valueMicros)).toBe(level);
});
