import http from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { type RunningAdmin, startAdmin } from "./startAdmin.ts";

let database: Database;
let admin: RunningAdmin;

beforeAll(async () => {
  database = await openTestDatabase();
  admin = await startAdmin(createTestApp(database, "admin"));
});
afterAll(async () => {
  await admin.stop();
  await database.close();
});

function get(url: string, host = `127.0.0.1:${admin.port}`): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port: admin.port, host: "127.0.0.1", path: url, headers: { host } }, (response) => {
      let body = "";
      response.on("data", (part: Buffer) => (body += part.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on("error", reject);
  });
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
  expect((await get("/")).status).toBe(404);
  expect((await get("/audit", "evil.example")).status).toBe(403);
});
