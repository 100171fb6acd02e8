import { beforeAll, expect, it } from "vitest";
import { countDeadLetters } from "#server/outbox/deadLetters.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { openPeople } from "#tests/support/people.ts";
import { addUsers } from "#tests/support/story.ts";
import { carryOutCommand, type CommandName } from "./commands.ts";

const people = openPeople("dead letters");

beforeAll(async () => {
  const { app } = people;
  await addUsers(app, [1n]);
  await people.change(1n, { allows_write_to_pm: true });
  const at = app.clock.now();
  const dead = { failed_at: at, last_error: "Bad Request: it is wrong", attempts: 3 };
  const toOne = { taker: "1", kind: "securityCodeSet" };
  const { kysely } = people.database;
  await kysely
    .insertInto("letter")
    .values([
      makeLetter("notification", "n:1", at, { ...toOne, ...dead }),
      makeLetter("notification", "n:2", at, { ...toOne, ...dead }),
      makeLetter("notification", "dropped", at, { ...toOne, failed_at: at }),
      makeLetter("bot_answer", "-5", at, dead),
      makeLetter("bot_update", "7", at, dead),
      makeLetter("alarm_message", "a1:bot:raised", at, dead),
    ])
    .execute();
  await kysely
    .insertInto("failed_work")
    .values([
      { ...dead, job: "settleTransfer", item: "eth:0x1:0", due_at: at },
      { job: "refund", item: "e1", due_at: at, attempts: 3, last_error: "not shown yet" },
    ])
    .execute();
});

const act = (name: CommandName, values: Record<string, string> = {}, change: object = {}) =>
  carryOutCommand({ ...people.app, reachChain: async () => null }, name, {
    operator: "ann",
    reason: "ticket 39",
    isDryRun: false,
    values,
    ...change,
  });
const count = async () =>
  Object.fromEntries((await countDeadLetters(people.database.kysely)).map(({ queue, count: sum }) => [queue, sum]));

it("dead letters are listed and counted with their queue and reason, without what nobody wanted", async () => {
  const { summary, isList } = await act("dead-letters");
  expect(isList).toBe(true);
  const names = summary.split("\n").map((line) => line.split(",")[0]);
  expect(new Set(names)).toEqual(
    new Set([
      "alarm_message a1:bot:raised",
      "bot_answer -5",
      "bot_update 7",
      "failed_work settleTransfer:eth:0x1:0",
      "notification n:1",
      "notification n:2",
    ]),
  );
  expect(summary).toContain("after 3 attempts: Bad Request: it is wrong");
  expect(await count()).toEqual({
    alarm_message: 1n,
    bot_answer: 1n,
    bot_update: 1n,
    failed_work: 1n,
    group_post: 0n,
    inline_message: 0n,
    notification: 2n,
  });
});

it("dead letters are delivered again, one or all of a queue, with the log", async () => {
  const one = { queue: "notification", letter: "n:1" };
  await expect(act("redeliver", { queue: "envelope", letter: "all" })).rejects.toThrow("--queue must be one of");
  await expect(act("redeliver", { ...one, letter: "dropped" })).rejects.toThrow("no such dead letter");
  await expect(act("redeliver", { queue: "bot_update", letter: "x" })).rejects.toThrow("no such dead letter");
  expect(await act("redeliver", one, { isDryRun: true })).toMatchObject({ isDone: false });
  expect(await count()).toMatchObject({ notification: 2n });

  expect(await act("redeliver", one)).toMatchObject({
    isDone: true,
    summary: "notification n:1: Bad Request: it is wrong",
  });
  await act("redeliver", { queue: "alarm_message", letter: "a1:bot:raised" });
  await act("redeliver", { queue: "failed_work", letter: "settleTransfer:eth:0x1:0" });
  for (const queue of ["notification", "bot_answer", "bot_update"]) await act("redeliver", { queue, letter: "all" });
  expect(new Set(Object.values(await count()))).toEqual(new Set([0n]));
  expect((await people.hear(0)).map(({ to }) => to)).toEqual([1n, 1n]);
  const log = await people.database.kysely.selectFrom("operator_action").select(["kind", "subject"]).execute();
  expect(log).toContainEqual({ kind: "redeliver", subject: "notification:n:1" });
  expect(log).toContainEqual({ kind: "redeliver", subject: "bot_update:all" });
});
