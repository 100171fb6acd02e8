import { expect, test } from "vitest";
import { doInLanes } from "./inLanes.ts";

test("does all, in their order and so many at a time; one that takes long holds up one lane", async () => {
  const begun: number[] = [];
  let now = 0;
  let most = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await doInLanes([1, 2, 3, 4, 5, 6], 3, async (item) => {
    begun.push(item);
    now += 1;
    most = Math.max(most, now);
    await (item === 1 ? promise : Promise.resolve());
    now -= 1;
    if (item === 6) resolve();
  });
  expect({ begun, most, now }).toEqual({ begun: [1, 2, 3, 4, 5, 6], most: 3, now: 0 });
});

test("goes on after a failure, and rejects with the first in the end", async () => {
  const done: number[] = [];
  const work = doInLanes([1, 2, 3, 4], 2, async (item) => {
    if (item % 2 === 1) throw new Error(`no ${item}`);
    done.push(item);
  });
  await expect(work).rejects.toThrow("no 1");
  expect(done).toEqual([2, 4]);
  await doInLanes([], 2, () => Promise.reject(new Error("nothing to do")));
});
