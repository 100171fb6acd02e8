import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { systemRandom } from "../random.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { buildHttp } from "./buildHttp.ts";
import { onlyHandlers } from "#tests/support/onlyHandlers.ts";
import type { Handlers } from "./handlers.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const authority = {
  findSession: () => Promise.resolve({ tgUserId: 7n, sessionId: "s" }),
  findPaymentCode: () => Promise.reject(new ApiError("paymentCodeInvalid")),
};
const authorization = "Bearer token";

let distDir: string;
let config: Config;
let server: FastifyInstance;

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), "hongbao-dist-"));
  await mkdir(join(distDir, "assets"));
  await writeFile(
    join(distDir, "index.html"),
    "<!doctype html><html><head><title>app</title><script>boot()</script></head></html>",
  );
  await writeFile(join(distDir, "assets", "main-1.js"), "export {};");
  await writeFile(join(distDir, "assets", "main-1.js.br"), brotliCompressSync("export {};"));
  await mkdir(join(distDir, "covers"));
  await writeFile(join(distDir, "covers", "tet.svg"), "<svg/>");
  await writeFile(join(distDir, "icon.svg"), "<svg/>");
  await writeFile(join(distDir, ".hidden"), "no");
  config = {
    ...readConfig({
      NODE_ENV: "development",
      PUBLIC_URL: "http://localhost:8080",
      DATABASE_URL: "postgres://localhost/unused",
      APP_SECRET: "s".repeat(32),
      BOT_TOKEN: "1:a",
      MESSENGER_ORIGINS: "https://web.telegram.org,http://localhost:8080",
      TRUSTED_PROXIES: "127.0.0.1",
    }),
    distDir,
  };
  server = await build({});
});
afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true });
});

test("every site may read the manifest of wallets, and the pages reach the bridges of wallets alone", async () => {
  const access = {
    files: [
      { path: "/manifest.json", value: { name: "app" }, isForEveryone: true },
      { path: "/wallets.json", value: [], isForEveryone: false },
    ],
    connectOrigins: ["https://bridge.example"],
    sharedPaths: ["/icon.svg"],
  };
  const former = config;
  config = { ...former, walletAccess: [access] };
  const withWallets = await build({});
  config = former;
  const get = (url: string, from = withWallets) => from.inject({ method: "GET", url, headers: { accept: "*/*" } });
  const shared = (answer: { headers: Record<string, unknown> }) => answer.headers["access-control-allow-origin"];
  expect((await get("/manifest.json")).json()).toEqual({ name: "app" });
  expect(shared(await get("/manifest.json"))).toBe("*");
  expect(shared(await get("/icon.svg"))).toBe("*");
  for (const url of ["/wallets.json", "/covers/tet.svg", "/", "/api/v1/system/info"]) {
    expect(shared(await get(url))).toBeUndefined();
  }
  const policy = (answer: { headers: Record<string, unknown> }) => answer.headers["content-security-policy"];
  expect(policy(await get("/homePage"))).toContain("connect-src 'self' https://bridge.example ws://127.0.0.1:*;");
  expect(policy(await get("/homePage", server))).toContain("connect-src 'self' ws://127.0.0.1:*;");
  await withWallets.close();
});

function build(handlers: Partial<Handlers>, checkResponses = false): Promise<FastifyInstance> {
  const telemetry = { metrics: createMetrics(), tracing: null };
  const app = { config, clock: { now: () => new Date() }, random: systemRandom, logger: quiet, telemetry };
  return buildHttp(app as unknown as App, { handlers: onlyHandlers(handlers), authority, checkResponses });
}

test.each([
  ["/", "https://web.telegram.org http://localhost:8080"],
  ["/homePage?chatId=5", "https://web.telegram.org http://localhost:8080"],
  ["/unPaymentList", "'none'"],
])("%s is the page, with the origins that may frame it", async (url, framers) => {
  const answer = await server.inject({ url, headers: { accept: "text/html" } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.headers["cache-control"]).toBe("no-cache");
  expect(answer.body).toContain(
    '<head><meta name="messenger-origins" content="https://web.telegram.org http://localhost:8080"><meta name="inspect" content="live">',
  );
  expect(answer.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
  expect(answer.headers["content-security-policy"]).toContain(
    "script-src-attr 'unsafe-hashes' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  );
  expect(answer.headers["content-security-policy"]).toMatch(new RegExp(`frame-ancestors ${framers}$`));
});

test("hashed assets are cached forever, covers for a day, other files are revalidated", async () => {
  const asset = await server.inject("/assets/main-1.js");
  expect(asset.statusCode).toBe(200);
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await server.inject("/covers/tet.svg")).headers["cache-control"]).toBe(
    "public, max-age=86400, stale-while-revalidate=604800",
  );
  expect((await server.inject("/icon.svg")).headers["cache-control"]).toBe("no-cache");
});

test.each([
  ["/homePage", "<title>app</title>"],
  ["/assets/main-1.js", "export {};"],
])("%s is sent packed to browsers that take it so, and plain to others", async (url, content) => {
  const packed = await server.inject({ url, headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers).toMatchObject({ "content-encoding": "br", vary: expect.stringMatching(/accept-encoding/i) });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toContain(content);
  const plain = await server.inject({ url, headers: { "accept-encoding": "identity" } });
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(plain.headers["content-type"]).toBe(packed.headers["content-type"]);
  expect(plain.headers["vary"]).toBe(packed.headers["vary"]);
  expect(plain.body).toContain(content);
});

test.each([
  "/assets/gone-1.js",
  "/assets/main-1.js.br",
  "/gone.png",
  "/.hidden",
  "/..%2f..%2fetc%2fpasswd",
  "/index.html",
])("%s is not found", async (url) => {
  const answer = await server.inject({ url, headers: { accept: "text/html" } });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ error: "notFound" });
});

test("an answer loses fields that the contract does not declare", async () => {
  const leaky = { getLang: () => Promise.resolve({ lang: "en" as const, passwordHash: "secret" }) };
  const http = await build(leaky);
  const answer = await http.inject({ url: "/api/v1/user/lang", headers: { authorization } });
  expect(answer.json()).toEqual({ code: 200, msg: "ok", data: { lang: "en" } });
  await http.close();
});

test("in tests an undeclared response or error is a 500, like any unexpected failure", async () => {
  const http = await build(
    {
      getLang: () => Promise.resolve({ lang: "xx" as "en" }),
      getUserInfo: () => Promise.reject(new ApiError("soldOut")),
      chatList: () => Promise.reject(new Error("secret detail")),
    },
    true,
  );
  for (const path of ["user/lang", "user/getUserInfo", "chat/list"]) {
    const answer = await http.inject({ url: `/api/v1/${path}`, headers: { authorization } });
    expect(answer.statusCode, path).toBe(500);
    expect(answer.json()).toMatchObject({ code: 500, data: null, error: "internal" });
    expect(answer.body).not.toContain("secret detail");
  }
  await http.close();
});

test("tooManyTries has Retry-After", async () => {
  const http = await build(
    { acceptRedEnvelope: () => Promise.reject(new ApiError("tooManyTries", { retryAfterSeconds: 60 })) },
    true,
  );
  const answer = await http.inject({
    method: "POST",
    url: "/api/v1/redpackage/acceptRedEnvelope",
    headers: { authorization },
    payload: { passphrase: "swordfish" },
  });
  expect(answer.statusCode).toBe(429);
  expect(answer.headers["retry-after"]).toBe("60");
  expect(answer.json<{ msg: string }>().msg).toContain("60 s");
  await http.close();
});

test("an address is the same one in each way that proxies write it; where it is none, that of the socket counts", async () => {
  const seen: string[] = [];
  const http = await build({
    systemInfo: ({ ip }) => {
      seen.push(ip);
      return Promise.reject(new ApiError("internal"));
    },
  });
  const forwarded = [
    "203.0.113.7:5001",
    "203.0.113.7:5002",
    "::ffff:203.0.113.7",
    "[::ffff:203.0.113.7]:443",
    // What a caller writes in front does not count, and a proxy of ours may have a port too.
    "10.9.9.9, 203.0.113.7:5003",
    "203.0.113.7, 127.0.0.1:8443",
    "[2001:DB8::1]:443",
    "2001:db8::1%eth0",
    "unknown",
    "203.0.113.7, nonsense",
  ];
  for (const text of forwarded) {
    const headers = { "x-forwarded-for": text };
    await http.inject({ url: "/api/v1/system/info", remoteAddress: "127.0.0.1", headers });
  }
  expect(seen).toEqual([
    ...Array.from({ length: 6 }, () => "203.0.113.7"),
    "2001:db8::1",
    "2001:db8::1",
    "127.0.0.1",
    "127.0.0.1",
  ]);
  await http.close();
});

test("only a trusted proxy sets the client's address and the requested host", async () => {
  const seen: unknown[] = [];
  const http = await build({
    systemInfo: ({ ip, scheme, host }) => {
      seen.push({ ip, scheme, host });
      return Promise.reject(new ApiError("internal"));
    },
  });
  const headers = {
    host: "inner:80",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "app.example",
  };
  for (const remoteAddress of ["127.0.0.1", "198.51.100.1"]) {
    await http.inject({ url: "/api/v1/system/info", remoteAddress, headers });
  }
  expect(seen).toEqual([
    { ip: "203.0.113.9", scheme: "https", host: "app.example" },
    { ip: "198.51.100.1", scheme: "http", host: "inner:80" },
  ]);
  await http.close();
});

test("a body that comes byte by byte keeps its connection open no longer than a request may take", async () => {
  const http = await build({});
  expect(http.server).toMatchObject({ requestTimeout: 30_000, connectionsCheckingInterval: 5_000 });
  Object.assign(http.server, { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 });
  const { port } = new URL(await http.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  socket.resume();
  socket.write(
    "POST /api/v1/telegram/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
  );
  const dripping = setInterval(() => socket.write(" "), 20);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(dripping);
  expect(socket.bytesWritten).toBeLessThan(1_000);
  await http.close();
});
