import { expect, test } from "vitest";

import { maskEmail } from "./email.ts";

test.each([
  ["ann.lee@example.com", "a•••@example.com"],
  ["a@b.c", "a•••@b.c"],
  ["用户@例子.中国", "用•••@例子.中国"],
  ["😀x@b.c", "😀•••@b.c"],
  ['"odd@name"@b.c', '"•••@b.c'],
  ["no address", "•••"],
  ["@b.c", "•••"],
])("%s shows as %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
