import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import type { App } from "#server/app.ts";
import { systemRandom } from "#server/random.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { withIdempotency } from "./withIdempotency.ts";

const database = await openDatabaseOfFile();
let app: App;
let now = new Date("2026-11-20T12:00:00Z");
let runs = 0;

beforeAll(async () => {
  const config = { appSecrets: ["x".repeat(32)] };
  app = { database, logger: silentLogger, random: systemRandom, clock: { now: () => now }, config } as unknown as App;
});
beforeEach(async () => {
  runs = 0;
  now = new Date("2026-11-20T12:00:00Z");
  await database.kysely.deleteFrom("idempotency_key").execute();
});

const REQUEST = {
  ownerId: 7n,
  authority: "bearer",
  operationId: "sendRedEnvelope",
  key: "k1",
  body: { count: 1, chats: [{ a: 1, b: "passphrase" }] },
  allow: async () => undefined,
};

async function run(): Promise<{ run: number; secret: string }> {
  runs += 1;
  return { run: runs, secret: "swordfish" };
}

test("a repeat gets the first answer, whatever the order of its keys", async () => {
  await withIdempotency(REQUEST, app, run);
  const body = { chats: [{ b: "passphrase", a: 1 }], count: 1 };
  expect(await withIdempotency({ ...REQUEST, body }, app, run)).toEqual({ run: 1, secret: "swordfish" });
  expect(runs).toBe(1);
});

test("a repeat with another security code gets the first answer", async () => {
  const ask = (securityCode: string) =>
    withIdempotency({ ...REQUEST, body: { ...REQUEST.body, securityCode } }, app, run);
  await ask("Before1!");
  expect(await ask("After22!")).toEqual({ run: 1, secret: "swordfish" });
});

test("the same key with another body is a conflict", async () => {
  await withIdempotency(REQUEST, app, run);
  await expect(withIdempotency({ ...REQUEST, body: { count: 2 } }, app, run)).rejects.toMatchObject({
    key: "idempotencyConflict",
  });
  expect(runs).toBe(1);
});

test.each([
  ["another user", { ownerId: 8n }],
  ["another call", { operationId: "submitPayment" }],
  ["another key", { key: "k2" }],
  ["a payment code of the same user", { authority: "code:aa" }],
])("%s is served anew", async (_, change) => {
  await withIdempotency(REQUEST, app, run);
  expect(await withIdempotency({ ...REQUEST, ...change }, app, run)).toMatchObject({ run: 2 });
});

test("a failure is not stored", async () => {
  const refuse = () => Promise.reject(new ApiError("insufficientBalance"));
  await expect(withIdempotency(REQUEST, app, refuse)).rejects.toMatchObject({ key: "insufficientBalance" });
  expect(await withIdempotency(REQUEST, app, run)).toMatchObject({ run: 1 });
});

test("simultaneous repeats run once", async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 120));
    return run();
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => withIdempotency(REQUEST, app, slow)));
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ run: 1, secret: "swordfish" })));
  expect(runs).toBe(1);
});

/** Starts a call that runs until the test ends it. */
async function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<string>();
  const running = withIdempotency(REQUEST, app, async (id) => {
    began.resolve(id);
    await promise;
    return run();
  });
  running.catch(() => undefined);
  const requestId = await began.promise;
  return { running, requestId, end: () => resolve(), fail: () => reject(new ApiError("insufficientBalance")) };
}

function readRow() {
  return database.kysely.selectFrom("idempotency_key").selectAll().executeTakeFirstOrThrow();
}

describe("time", () => {
  test("after 24 hours the key is free again", async () => {
    await withIdempotency(REQUEST, app, run);
    now = new Date(now.getTime() + 24 * 3_600_000 - 1);
    expect(await withIdempotency(REQUEST, app, run)).toMatchObject({ run: 1 });
    now = new Date(now.getTime() + 1);
    expect(await withIdempotency(REQUEST, app, run)).toMatchObject({ run: 2 });
  });

  test("a repeat waits for a running call and then gets serviceUnavailable; another body is a conflict", async () => {
    const { end, running } = await begin();
    const letTimePass = hurryTime();
    await expect(withIdempotency(REQUEST, app, run)).rejects.toMatchObject({
      key: "serviceUnavailable",
      retryAfterSeconds: 2,
    });
    letTimePass();
    await expect(withIdempotency({ ...REQUEST, body: { count: 2 } }, app, run)).rejects.toMatchObject({
      key: "idempotencyConflict",
    });
    end();
    expect(await running).toEqual({ run: 1, secret: "swordfish" });
    expect(await withIdempotency(REQUEST, app, run)).toEqual({ run: 1, secret: "swordfish" });
    expect(runs).toBe(1);
  });

  test("a repeat takes over from a call whose process died, under the same request id; another body does not", async () => {
    const { requestId } = await begin();
    now = new Date(now.getTime() + 120_000);
    await expect(withIdempotency({ ...REQUEST, body: { count: 2 } }, app, run)).rejects.toMatchObject({
      key: "idempotencyConflict",
    });
    expect(runs).toBe(0);
    const requestIds: string[] = [];
    const find = async (id: string) => {
      requestIds.push(id);
      return run();
    };
    expect(await withIdempotency(REQUEST, app, find)).toMatchObject({ run: 1 });
    expect(await withIdempotency(REQUEST, app, find)).toMatchObject({ run: 1 });
    expect(requestIds).toEqual([requestId]);
  });

  test("a running call renews its key and is not taken over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let letTimePass: () => void = vi.useRealTimers;
    try {
      const { end, running } = await begin();
      now = new Date(now.getTime() + 119_000);
      await vi.advanceTimersByTimeAsync(10_000);
      await waitUntilHolds(async () => expect((await readRow()).renewed_at).toEqual(now));
      now = new Date(now.getTime() + 119_000);
      letTimePass();
      letTimePass = hurryTime();
      await expect(withIdempotency(REQUEST, app, run)).rejects.toMatchObject({ key: "serviceUnavailable" });
      end();
      expect(await running).toMatchObject({ run: 1 });
    } finally {
      letTimePass();
    }
  });

  test.each(["fails", "ends"] as const)(
    "a call that lost its key and %s late changes nothing of the second",
    async (outcome) => {
      const first = await begin();
      now = new Date(now.getTime() + 120_000);
      const second = await begin();
      expect(second.requestId).toBe(first.requestId);
      const held = await readRow();
      first[outcome === "fails" ? "fail" : "end"]();
      await first.running.catch(() => undefined);
      expect(await readRow()).toEqual(held);
      second.end();
      const answer = await second.running;
      const before = runs;
      expect(await withIdempotency(REQUEST, app, run)).toEqual(answer);
      expect(runs).toBe(before);
    },
  );
});

function countKeys(): Promise<number> {
  return database.pool
    .query<{ count: string }>("select count(*) from idempotency_key")
    .then(({ rows }) => Number(rows[0]?.count));
}

test("a refused call leaves no key", async () => {
  const refuse = () => Promise.reject(new ApiError("notFound"));
  await expect(withIdempotency(REQUEST, app, refuse)).rejects.toMatchObject({ key: "notFound" });
  expect(await countKeys()).toBe(0);
});

test("a call above its limit neither runs nor leaves a key, and a repeat of an answered one is not counted", async () => {
  let left = 1;
  const allow = async () => {
    left -= 1;
    if (left < 0) throw new ApiError("tooManyTries");
  };
  await withIdempotency({ ...REQUEST, allow }, app, run);
  for (const key of ["k2", "k3"]) {
    await expect(withIdempotency({ ...REQUEST, key, allow }, app, run)).rejects.toMatchObject({ key: "tooManyTries" });
  }
  expect(await withIdempotency({ ...REQUEST, allow }, app, run)).toMatchObject({ run: 1 });
  expect([runs, await countKeys()]).toEqual([1, 1]);
});

test("a person has 500 live keys, and another one is refused until the oldest ends; nobody else is", async () => {
  const row =
    "7, 'bearer', 'payout', 'k' || n, '', 'r' || n, null, $1, '{}', $2::timestamptz + n * interval '1 second'";
  const ends = new Date(now.getTime() + 60_000);
  await database.pool.query(
    `insert into idempotency_key (tg_user_id, authority, operation, key, request_hash, request_id, token, renewed_at,
      response, expires_at) select ${row} from generate_series(1, 500) n`,
    [now, ends],
  );
  await expect(withIdempotency(REQUEST, app, run)).rejects.toMatchObject({
    key: "tooManyTries",
    retryAfterSeconds: 61,
  });
  expect(await withIdempotency({ ...REQUEST, ownerId: 8n }, app, run)).toMatchObject({ run: 1 });
  now = new Date(now.getTime() + 61_000);
  expect(await withIdempotency(REQUEST, app, run)).toMatchObject({ run: 2 });
});

test("a refusal after a failure that may have made something keeps the request's id", async () => {
  const requestIds: string[] = [];
  const fail = (error: Error) => (id: string) => {
    requestIds.push(id);
    return Promise.reject(error);
  };
  for (const error of [new Error("Connection terminated"), new ApiError("notFound"), new Error("again")]) {
    await expect(withIdempotency(REQUEST, app, fail(error))).rejects.toBe(error);
  }
  expect(new Set(requestIds).size).toBe(1);
});

test("a repeat of a call that lost its connection has the same request id and finds what that one created", async () => {
  const requestIds: string[] = [];
  const lose = (id: string) => {
    requestIds.push(id);
    return Promise.reject(new Error("Connection terminated unexpectedly"));
  };
  for (const body of [{ count: 1 }, { count: 1 }, { count: 2 }]) {
    await expect(withIdempotency({ ...REQUEST, body }, app, lose)).rejects.toThrow("Connection terminated");
  }
  expect(requestIds[1]).toBe(requestIds[0]);
  expect(requestIds[2]).not.toBe(requestIds[0]);
});

test("the stored answer cannot be read from the database", async () => {
  await withIdempotency(REQUEST, app, run);
  const { rows } = await database.pool.query<{ text: string }>(
    "select idempotency_key::text as text from idempotency_key",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain("swordfish");
});
