import { expect, test } from "vitest";
import { createLogger, type LogFields, type LogLevel } from "./logger.ts";

function collect(level: LogLevel = "debug") {
  const lines: string[] = [];
  const clock = { now: () => new Date("2026-11-20T12:00:00Z") };
  const logger = createLogger({ level, clock, secrets: ["4242:token", "pass"], write: (line) => lines.push(line) });
  return { lines, logger, last: () => JSON.parse(lines.at(-1) ?? "") as unknown };
}

test("a line has time, level, message and the allowed fields only", () => {
  const { logger, last } = collect();
  const fields = { operationId: "getLang", tgUserId: 5n, initData: "hash=1", body: { passphrase: "x" } } as LogFields;
  logger.info(fields, "request");
  expect(last()).toEqual({
    time: "2026-11-20T12:00:00.000Z",
    level: "info",
    message: "request",
    operationId: "getLang",
    tgUserId: "5",
  });
});

test("an error keeps its name, code and message, without secrets", () => {
  const { logger, last, lines } = collect();
  logger.error(
    { error: Object.assign(new TypeError("GET https://api/bot4242:token/getMe"), { code: "E1" }) },
    "failed",
  );
  expect(last()).toMatchObject({
    errorName: "TypeError",
    errorCode: "E1",
    errorMessage: "GET https://api/bot•••/getMe",
  });
  expect(lines.join()).not.toContain("4242:token");
});

test("a thrown value that is not an error is logged by its type only", () => {
  const { logger, last } = collect();
  logger.warn({ error: { secret: 1 } }, "odd");
  expect(last()).toMatchObject({ errorMessage: "object" });
});

test("writes no line below the level", () => {
  const { logger, lines } = collect("warn");
  logger.debug({}, "a");
  logger.info({}, "b");
  logger.warn({}, "c");
  logger.error({}, "d");
  expect(lines).toHaveLength(2);
  const silent = collect("silent");
  silent.logger.error({}, "e");
  expect(silent.lines).toEqual([]);
});
