import { expect, it } from "vitest";
import type { UnreadTransaction } from "./chain.ts";
import { readOrSetAside } from "./listing.ts";

const UNREAD: UnreadTransaction = { txHash: "0x1", position: 5n, reason: "unknown" };

it.each([
  { first: [], second: [UNREAD], askedTwice: false, expected: [] },
  { first: [UNREAD], second: [], askedTwice: true, expected: [] },
  { first: [UNREAD], second: [UNREAD], askedTwice: true, expected: [UNREAD] },
])("sets nothing aside that one of two endpoints reads: $first against $second", async (given) => {
  const readings = { first: { unread: given.first }, second: { unread: given.second } };
  let asked = 0;
  const asking = {
    askAny: async () => readings.first,
    askAll: async () => {
      asked += 1;
      return [readings.first, readings.second];
    },
  };
  expect(await readOrSetAside(asking, async () => readings.first)).toEqual({ unread: given.expected });
  expect(asked).toBe(given.askedTwice ? 1 : 0);
});
