import { expect, test } from "vitest";

import { groupByDay, readRecordFilter, toListParams, writeRecordFilter } from "./records.ts";

test("keeps a filter in the address, beside what else is there", () => {
  const search = writeRecordFilter(new URLSearchParams("tab=sent"), { coinType: "ton", recordStatus: "received" });
  expect(search.toString()).toBe("tab=sent&coinType=ton&recordStatus=received");
  expect(readRecordFilter(search)).toEqual({ coinType: "ton", recordStatus: "received" });
  expect(writeRecordFilter(search, { coinType: null, recordStatus: null }).toString()).toBe("tab=sent");
});

test("asks for everything where the address holds no filter that there is", () => {
  const filter = readRecordFilter(new URLSearchParams("coinType=gold&recordStatus=lost"));
  expect(filter).toEqual({ coinType: null, recordStatus: null });
  expect(toListParams(filter)).toEqual({});
  expect(toListParams({ coinType: "ton", recordStatus: null })).toEqual({ coinType: "ton" });
});

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
