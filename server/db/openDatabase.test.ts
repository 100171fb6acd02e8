import { expect, it } from "vitest";
import { isLineOpen } from "./openDatabase.ts";

const ELSEWHERE = "postgres://u:p@db.example/h";

it.each([
  [ELSEWHERE, true],
  [`${ELSEWHERE}?sslmode=disable`, true],
  [`${ELSEWHERE}?sslmode=no-verify`, true],
  [`${ELSEWHERE}?ssl=0`, true],
  ["postgres://u:p@10.0.0.7:6432/h", true],
  ["postgres://u:p@localhost/h?host=db.example", true],
  [`${ELSEWHERE}?sslmode=verify-full`, false],
  [`${ELSEWHERE}?ssl=true`, false],
  ["postgres://u:p@localhost/h", false],
  ["postgres://u:p@127.0.0.1:5432/h", false],
  ["postgres://u:p@[::1]/h", false],
  ["postgres://u@/h?host=/var/run/postgresql", false],
])("%s: %s", (url, isOpen) => {
  expect(isLineOpen(url)).toBe(isOpen);
});
