import { expect, it } from "vitest";

import { readRecordFilter, toListParams, writeRecordFilter } from "./recordFilter.ts";

it("keeps a filter in the address, beside what else is there", () => {
  const search = writeRecordFilter(new URLSearchParams("tab=sent"), { coinType: "ton", recordStatus: "received" });
  expect(search.toString()).toBe("tab=sent&coinType=ton&recordStatus=received");
  expect(readRecordFilter(search)).toEqual({ coinType: "ton", recordStatus: "received" });
  expect(writeRecordFilter(search, { coinType: null, recordStatus: null }).toString()).toBe("tab=sent");
});

it("asks for everything where the address holds no filter that there is", () => {
  const filter = readRecordFilter(new URLSearchParams("coinType=gold&recordStatus=lost"));
  expect(filter).toEqual({ coinType: null, recordStatus: null });
  expect(toListParams(filter)).toEqual({});
  expect(toListParams({ coinType: "ton", recordStatus: null })).toEqual({ coinType: "ton" });
});
