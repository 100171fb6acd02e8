import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError } from "#server/calls/apiError.ts";
import { cutConnections } from "#tests/support/cutConnections.ts";
import { onlyHandlers } from "#tests/support/onlyHandlers.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { buildHttp } from "./buildHttp.ts";

const { app, database } = await openAppOfFile("lost database");
let distDir: string;
let server: FastifyInstance;
/** Whether the next call loses its connection between two statements of its transaction. */
let isCut = false;
const requestIds: (string | null)[] = [];

beforeAll(async () => {
  distDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-dist-"));
  const authority = {
    findSession: () => Promise.resolve({ tgUserId: 7n, sessionId: "s" }),
    findPaymentCode: () => Promise.reject(new ApiError("paymentCodeInvalid")),
  };
  const handlers = {
    getLang: () => write("read").then(() => ({ lang: "en" as const })),
    sendRedEnvelope: ({ requestId }: { requestId: string | null }) => {
      requestIds.push(requestId);
      return write(`made by ${requestId}`).then(() => Promise.reject(new ApiError("insufficientBalance")));
    },
  };
  server = await buildHttp(
    { ...app, config: { ...app.config, distDir } },
    { handlers: onlyHandlers(handlers), authority, checkResponses: true },
  );
});
afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true });
});

function write(name: string): Promise<void> {
  return database.kysely.transaction().execute(async (trx) => {
    const row = { name, value: "1" };
    await trx
      .insertInto("job_state")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (isCut) await cutConnections(database);
    isCut = false;
    await trx.updateTable("job_state").set({ value: "2" }).where("name", "=", name).execute();
  });
}

const authorization = "Bearer token";

function read(): Promise<LightMyRequestResponse> {
  return server.inject({ url: "/api/v1/user/lang", headers: { authorization } });
}

function send(): Promise<LightMyRequestResponse> {
  return server.inject({
    method: "POST",
    url: "/api/v1/redpackage/sendRedEnvelope",
    headers: { authorization, "idempotency-key": "key" },
    payload: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" },
  });
}

/** A person whose app retries after `Retry-After` until the database is back. */
async function callUntilBack(call: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await call();
    if (answer.statusCode !== 503) return answer;
    expect(answer.json()).toMatchObject({ error: "serviceUnavailable" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("a call that loses the database has Retry-After, and leaves nothing half done", async () => {
  isCut = true;
  const answer = await read();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 503, data: null, error: "serviceUnavailable" });
  expect(answer.headers["retry-after"]).toBe("2");

  expect((await callUntilBack(read)).statusCode).toBe(200);
  const { rows } = await database.pool.query("select name, value from job_state");
  expect(rows).toEqual([{ name: "read", value: "2" }]);
});

test("a write that lost the database is retried under the same request id", async () => {
  isCut = true;
  expect((await send()).statusCode).toBe(503);
  // A try that could not release its key counts as dead after two minutes.
  await callUntilBack(read);
  await database.kysely.updateTable("idempotency_key").set({ token: null }).execute();
  expect((await callUntilBack(send)).json()).toMatchObject({ error: "insufficientBalance" });
  expect(requestIds).toHaveLength(2);
  expect(new Set(requestIds).size).toBe(1);
});
