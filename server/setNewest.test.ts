import { expect, test } from "vitest";
import { createSeededBytes } from "#tests/support/seededBytes.ts";
import { setNewest } from "./setNewest.ts";

const MOST = 5;
const KEYS = 12;
const TRIES = 5;

test("the newest are kept, whatever is set again, deleted or cleared in between", () => {
  const draw = createSeededBytes(7);
  const entries = new Map<number, number>();
  let expected: [number, number][] = [];
  for (let step = 0; step < 5_000; step += 1) {
    const [deed = 0, byte = 0] = draw(2);
    const key = byte % KEYS;
    const others = expected.filter(([other]) => other !== key);
    if (deed === 0) {
      entries.clear();
      expected = [];
    } else if (deed < 50) {
      entries.delete(key);
      expected = others;
    } else {
      setNewest(entries, key, step, MOST);
      expected = [...others, [key, step] as [number, number]].slice(-MOST);
    }
    expect([...entries]).toEqual(expected);
  }
});

test("an entry of a large map costs as little as one of a small map", () => {
  const measure = (most: number) => {
    const entries = new Map<number, number>();
    const add = (from: number, count: number) => {
      for (let key = from; key < from + count; key += 1) setNewest(entries, key, key, most);
    };
    add(0, most + 2_000);
    const startedMs = performance.now();
    add(most + 2_000, 3_000);
    return performance.now() - startedMs;
  };
  const measureBest = (most: number) => Math.min(...Array.from({ length: TRIES }, () => measure(most)));
  expect(measureBest(200_000) / measureBest(200)).toBeLessThan(12);
});
