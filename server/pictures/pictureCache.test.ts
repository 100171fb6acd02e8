import { expect, test } from "vitest";
import { PictureCache } from "./pictures.ts";

test("keeps what was asked for last, within its bounds of entries and bytes", () => {
  const cache = new PictureCache();
  cache.add("first", Buffer.alloc(10));
  for (let count = 0; count < 199; count += 1) cache.add(String(count), Buffer.alloc(10));
  expect(cache.get("first")).toHaveLength(10);
  cache.add("one more", Buffer.alloc(10));
  expect([cache.get("first")?.length, cache.get("0")]).toEqual([10, undefined]);
  expect(cache.size).toEqual({ entries: 200, bytes: 2_000 });
  cache.add("large", Buffer.alloc(11_999_000));
  expect(cache.size.bytes).toBeLessThanOrEqual(12_000_000);
  cache.add("large", Buffer.alloc(20));
  expect(cache.get("large")).toHaveLength(20);
});
