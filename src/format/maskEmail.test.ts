import { expect, it } from "vitest";

import { maskEmail } from "./maskEmail.ts";

it.each([
  ["lin.mei@example.com", "l***@example.com"],
  ["a@b.c", "a***@b.c"],
  ["😀x@b.c", "😀***@b.c"],
  ['"odd@name"@b.c', '"***@b.c'],
  ["no address", "***"],
  ["@b.c", "***"],
])("shows %j as %j", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
