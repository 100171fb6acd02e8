import { expect, it } from "vitest";

import { createBoundedCache } from "./createBoundedCache.ts";

it("keeps the values written last and drops the oldest", () => {
  const cache = createBoundedCache<number>(2);
  cache.write("a", 1);
  cache.write("b", 2);
  cache.write("a", 3);
  cache.write("c", 4);
  expect(["a", "b", "c"].map((key) => cache.read(key))).toEqual([3, null, 4]);
});
