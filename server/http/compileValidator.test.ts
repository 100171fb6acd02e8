import { expect, test } from "vitest";
import { compileTextValidator, compileValidator } from "./compileValidator.ts";

const LIMIT = { type: "integer", minimum: 1, maximum: 100, default: 20 };
const SCHEMA = { type: "object", properties: { limit: LIMIT, cursor: { type: "string" } } };

test.each([
  ["1", true],
  ["100", true],
  ["0", false],
  ["101", false],
  ["0x10", false],
  ["1e1", false],
  [" 5", false],
  ["05", false],
  ["5.0", false],
  ["", false],
  ["true", false],
  [["1", "2"], false],
])("a query's limit %j", (limit, isValid) => {
  expect(compileTextValidator(SCHEMA)({ limit })).toBe(isValid);
});

test("a query's integers are parsed, and omitted ones get their default", () => {
  const query = { cursor: "5", limit: "7" };
  expect(compileTextValidator(SCHEMA)(query)).toBe(true);
  expect(query).toEqual({ cursor: "5", limit: 7 });
  const empty = {};
  compileTextValidator(SCHEMA)(empty);
  expect(empty).toEqual({ limit: 20 });
});

test("a body's string stays a string", () => {
  expect(compileValidator(SCHEMA)({ limit: "7" })).toBe(false);
  expect(compileValidator(SCHEMA)({ cursor: 7 })).toBe(false);
});
