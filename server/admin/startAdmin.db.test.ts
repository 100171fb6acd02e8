import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { ADMIN_PORT_FILE, ADMIN_TOKEN_FILE, type RunningAdmin, startAdmin } from "./startAdmin.ts";

let database: Database;
let dataDir: string;
let admin: RunningAdmin;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-admin-"));
  admin = await startAdmin(createTestApp({ ...database, isEmbedded: true }, "admin", { DATA_DIR: dataDir }));
});
afterAll(async () => {
  await admin.stop();
  await database.close();
  await rm(dataDir, { recursive: true });
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

it("writes its port to the data folder, and serves the audit there", async () => {
  expect(await readFile(path.join(dataDir, ADMIN_PORT_FILE), "utf8")).toBe(`${admin.port}\n`);
  const { status, body } = await get("/audit");
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ isSound: true });
});

it("serves metrics as text", async () => {
  const { body } = await get("/metrics");
  expect(body).toMatch(/^hongbao_group_posts_waiting 0$/m);
  expect(body).toMatch(/^process_resident_memory_bytes [1-9][0-9]+$/m);
});

it("serves nothing else, and nobody who uses another host name", async () => {
  expect((await get("/")).status).toBe(404);
  expect((await get("/audit", "evil.example")).status).toBe(403);
});

it("books only for callers who can read the data folder", async () => {
  const post = (authorization: string) =>
    fetch(`http://127.0.0.1:${admin.port}/assign`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ operator: "ann", reason: "x", isDryRun: true, values: { user: "x" } }),
    });
  const file = path.join(dataDir, ADMIN_TOKEN_FILE);
  const token = (await readFile(file, "utf8")).trim();
  expect((await post("Bearer ")).status).toBe(403);
  expect((await post(`Bearer ${token.slice(1)}x`)).status).toBe(403);
  const refused = await post(`Bearer ${token}`);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({ reason: "--user must be a Telegram user id." });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
