import { expect, test } from "vitest";

import { groupByDay } from "./groupByDay.ts";

const options = { readTime: (time: string) => time, nameDay: (date: Date) => `day ${String(date.getDate())}` };
const at = (day: number, hours: number): string => new Date(2026, 10, day, hours).toISOString();

test("cuts a list where the day changes, and keeps its order", () => {
  const times = [at(20, 11), at(20, 0), at(19, 23), at(3, 8), at(3, 7)];
  expect(groupByDay(times, options)).toEqual([
    { name: "day 20", items: times.slice(0, 2) },
    { name: "day 19", items: times.slice(2, 3) },
    { name: "day 3", items: times.slice(3) },
  ]);
});

test("has no days for nothing", () => {
  expect(groupByDay([], options)).toEqual([]);
});
