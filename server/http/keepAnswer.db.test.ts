import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import type { App } from "../app.ts";
import type { Database } from "../db/database.ts";
import { systemRandom } from "../random.ts";
import { ApiError } from "./apiError.ts";
import { keepAnswer } from "./keepAnswer.ts";

let database: Database;
let app: App;
let now = new Date("2026-11-20T12:00:00Z");
let runs = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const config = { appSecrets: ["x".repeat(32)] };
  app = { database, random: systemRandom, clock: { now: () => now }, config } as unknown as App;
});
afterAll(() => database.close());
beforeEach(async () => {
  runs = 0;
  now = new Date("2026-11-20T12:00:00Z");
  await database.kysely.deleteFrom("idempotency_key").execute();
});

const REQUEST = {
  ownerId: 7n,
  operationId: "sendRedEnvelope",
  key: "k1",
  body: { count: 1, chats: [{ a: 1, b: "passphrase" }] },
};

async function run(): Promise<{ run: number; secret: string }> {
  runs += 1;
  return { run: runs, secret: "swordfish" };
}

test("a repeat gets the first answer, whatever the order of its keys", async () => {
  await keepAnswer(REQUEST, app, run);
  const body = { chats: [{ b: "passphrase", a: 1 }], count: 1 };
  expect(await keepAnswer({ ...REQUEST, body }, app, run)).toEqual({ run: 1, secret: "swordfish" });
  expect(runs).toBe(1);
});

test("the same key with another body is a conflict", async () => {
  await keepAnswer(REQUEST, app, run);
  await expect(keepAnswer({ ...REQUEST, body: { count: 2 } }, app, run)).rejects.toMatchObject({
    key: "idempotencyConflict",
  });
  expect(runs).toBe(1);
});

test.each([
  ["another user", { ownerId: 8n }],
  ["another call", { operationId: "submitPayment" }],
  ["another key", { key: "k2" }],
])("%s is served anew", async (_, change) => {
  await keepAnswer(REQUEST, app, run);
  expect(await keepAnswer({ ...REQUEST, ...change }, app, run)).toMatchObject({ run: 2 });
});

test("a failure is not kept", async () => {
  const refuse = () => Promise.reject(new ApiError("insufficientBalance"));
  await expect(keepAnswer(REQUEST, app, refuse)).rejects.toMatchObject({ key: "insufficientBalance" });
  expect(await keepAnswer(REQUEST, app, run)).toMatchObject({ run: 1 });
});

test("repeats at the same time run once", async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 120));
    return run();
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => keepAnswer(REQUEST, app, slow)));
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ run: 1, secret: "swordfish" })));
  expect(runs).toBe(1);
});

describe("time", () => {
  test("after 24 hours the key is free again", async () => {
    await keepAnswer(REQUEST, app, run);
    now = new Date(now.getTime() + 24 * 3_600_000 - 1);
    expect(await keepAnswer(REQUEST, app, run)).toMatchObject({ run: 1 });
    now = new Date(now.getTime() + 1);
    expect(await keepAnswer(REQUEST, app, run)).toMatchObject({ run: 2 });
  });

  test("a repeat of a call that died with its process is told when that began; another body stays a conflict", async () => {
    await new Promise<void>((begin) => {
      void keepAnswer(REQUEST, app, () => {
        begin();
        return new Promise(() => {});
      });
    });
    const began = now;
    await expect(keepAnswer(REQUEST, app, run)).rejects.toMatchObject({ key: "idempotencyConflict" });
    now = new Date(began.getTime() + 120_000);
    await expect(keepAnswer({ ...REQUEST, body: { count: 2 } }, app, run)).rejects.toMatchObject({
      key: "idempotencyConflict",
    });
    expect(runs).toBe(0);
    const told: (Date | null)[] = [];
    const find = async (unansweredSince: Date | null) => {
      told.push(unansweredSince);
      return run();
    };
    expect(await keepAnswer(REQUEST, app, find)).toMatchObject({ run: 1 });
    expect(await keepAnswer(REQUEST, app, find)).toMatchObject({ run: 1 });
    expect(told).toEqual([began]);
  });
});

test("the kept answer cannot be read from the database", async () => {
  await keepAnswer(REQUEST, app, run);
  const { rows } = await database.pool.query<{ text: string }>(
    "select idempotency_key::text as text from idempotency_key",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain("swordfish");
});
