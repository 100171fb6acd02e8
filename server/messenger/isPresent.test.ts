import { expect, it } from "vitest";
import { isPresent } from "./isPresent.ts";

const user = { id: 1, is_bot: false, first_name: "Anna" };

it("uses `is_member` of a restricted person", () => {
  const restricted = { status: "restricted", user } as unknown as Parameters<typeof isPresent>[0];
  expect(isPresent({ ...restricted, is_member: true } as typeof restricted)).toBe(true);
  expect(isPresent({ ...restricted, is_member: false } as typeof restricted)).toBe(false);
  expect(isPresent({ status: "member", user })).toBe(true);
  expect(isPresent({ status: "left", user })).toBe(false);
  expect(isPresent({ status: "kicked", user, until_date: 0 })).toBe(false);
});
