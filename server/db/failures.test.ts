import { expect, test } from "vitest";
import { isConnectionLost } from "./failures.ts";

const failure = (message: string, fields: { code?: string; syscall?: string } = {}) =>
  Object.assign(new Error(message), fields);

test.each([
  failure("terminating connection due to administrator command", { code: "57P01" }),
  failure("the database system is starting up", { code: "57P03" }),
  failure("connection failure", { code: "08006" }),
  failure("sorry, too many clients already", { code: "53300" }),
  failure("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
  failure("connect ENOENT .s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
  failure("read ECONNRESET", { code: "ECONNRESET", syscall: "read" }),
  failure("failure on connection marked as essential: worker:5432", { code: "XX000" }),
  Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
  failure("Connection terminated unexpectedly"),
  failure("timeout exceeded when trying to connect"),
])("%s is a lost connection", (error) => {
  expect(isConnectionLost(error)).toBe(true);
});

test.each([
  failure("duplicate key", { code: "23505" }),
  failure("canceling statement due to statement timeout", { code: "57014" }),
  failure("deadlock detected", { code: "40P01" }),
  failure("ENOENT: no such file", { code: "ENOENT", syscall: "open" }),
  failure("cache lookup failed", { code: "XX000" }),
  failure("a bug"),
  "57P01",
  null,
])("%s is none", (error) => {
  expect(isConnectionLost(error)).toBe(false);
});
