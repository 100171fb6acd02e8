import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { type RunningAdmin, startAdmin } from "./startAdmin.ts";

const TOKEN = "an operators' token of these tests";
let database: Database;
let admin: RunningAdmin;

beforeAll(async () => {
  database = await openTestDatabase();
  const app = createTestApp(database, "admin");
  admin = await startAdmin({ ...app, config: { ...app.config, operatorToken: TOKEN } });
});
afterAll(async () => {
  await admin.stop();
  await database.close();
});

function get(url: string, more: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const headers = { host: `127.0.0.1:${admin.port}`, ...more };
  return new Promise((resolve, reject) => {
    const request = http.get({ port: admin.port, host: "127.0.0.1", path: url, headers }, (response) => {
      let body = "";
      response.on("data", (part: Buffer) => (body += part.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on("error", reject);
  });
}

/** The cookie of a new session of the operators' page. */
async function logIn(): Promise<string> {
  const origin = `http://127.0.0.1:${admin.port}`;
  const body = new URLSearchParams({ token: TOKEN });
  const answer = await fetch(`${origin}/login`, { method: "POST", body, headers: { origin }, redirect: "manual" });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

it("serves the audit", async () => {
  const { status, body } = await get("/audit");
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ isSound: true });
});

it("serves metrics as text", async () => {
  const { body } = await get("/metrics");
  expect(body).toMatch(/^hongbao_group_posts_waiting 0$/m);
  expect(body).toMatch(/^hongbao_dead_letters\{queue="group_post"\} 0$/m);
  expect(body).toMatch(/^process_resident_memory_bytes [1-9][0-9]+$/m);
});

it("serves nothing else, and nobody who uses another host name", async () => {
  expect((await get("/nothing")).status).toBe(404);
  expect((await get("/audit", { host: "evil.example" })).status).toBe(403);
});

it.each(["/audit", "/metrics", "/", "/life?id=1"])("refuses %s where another site's page asks for it", async (url) => {
  for (const site of ["cross-site", "same-site"]) {
    expect((await get(url, { "sec-fetch-site": site })).status).toBe(403);
  }
  for (const site of ["none", "same-origin"]) {
    expect((await get(url, { "sec-fetch-site": site })).status).not.toBe(403);
  }
});

describe.each(["/audit", "/metrics", "/", "/life?id=1"])("20 at once who ask for %s", (url) => {
  it("take one connection of the pool at most", async () => {
    const { pool } = database;
    let most = 0;
    const note = () => {
      most = Math.max(most, pool.totalCount - pool.idleCount + pool.waitingCount);
    };
    pool.on("acquire", note);
    const cookie = await logIn();
    most = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(url, { cookie })));
    pool.off("acquire", note);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(1);
  });
});
