import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import type { App } from "#server/app.ts";
import { trustClock } from "#server/clockGuard.ts";
import { readConfig } from "#server/config.ts";
import { buildHttp } from "#server/http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { handlers } from "#server/http/handlers.ts";
import { createLogger } from "#server/logger.ts";
import { systemRandom } from "#server/random.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { NO_PRICES } from "#server/prices/prices.ts";
import { NO_PICTURES } from "#tests/support/noPictures.ts";
import { openTestDatabase } from "../support/database.ts";
import { makeInitData } from "../support/initData.ts";

const BOT_TOKEN = "4242:contract-test-token";
const NOW = new Date("2026-11-20T12:00:00Z");

let server: FastifyInstance;
let app: App;
let bearer: string;
const lines: string[] = [];
const mails: string[] = [];

beforeAll(async () => {
  const config = readConfig({
    NODE_ENV: "development",
    PUBLIC_URL: "http://localhost:8080",
    DATABASE_URL: "postgres://localhost/unused",
    APP_SECRET: "contract-test-secret-0123456789abcdef",
    BOT_TOKEN,
    MESSENGER_ORIGINS: "https://web.telegram.org,http://localhost:8080",
    LOG_LEVEL: "debug",
  });
  const clock = { now: () => NOW };
  app = {
    config,
    clock,
    clockGuard: trustClock(clock),
    random: systemRandom,
    database: await openTestDatabase(),
    logger: createLogger({ level: "debug", clock, secrets: [BOT_TOKEN], write: (line) => lines.push(line) }),
    chains: {},
    prices: NO_PRICES,
    pictures: NO_PICTURES,
    telemetry: { metrics: createMetrics(), tracing: null },
    // No call of this file uses the messenger.
    telegram: undefined as unknown as App["telegram"],
    mailer: {
      async send(mail) {
        mails.push(mail.text);
        return "sent";
      },
    },
  };
  server = await buildHttp(app, { handlers, authority: createAuthority(app), checkResponses: true });
  bearer = await logIn(77);
});

afterAll(async () => {
  await server.close();
  await app.database.close();
});

async function logIn(id: number): Promise<string> {
  const initData = makeInitData({ botToken: BOT_TOKEN, person: { id, firstName: "Ada" }, authDate: NOW });
  const answer = await server.inject({ method: "POST", url: "/api/v1/telegram/auth", payload: { initData } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: { token: string } }>().data.token;
}

const authorized = () => ({ authorization: `Bearer ${bearer}` });

describe("bodies", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "%s is refused",
    async (type) => {
      const answer = await server.inject({
        method: "POST",
        url: "/api/v1/user/lang",
        headers: { ...authorized(), "content-type": type },
        payload: '{"lang":"es"}',
      });
      expect(answer.json()).toMatchObject({ code: 400, data: null, error: "invalidRequest" });
      expect(answer.statusCode).toBe(400);
    },
  );

  test.each([
    ["a boolean where text belongs", { passphrase: false }],
    ["a number where text belongs", { passphrase: 123456 }],
    ["null where text belongs", { passphrase: null }],
  ])("%s is not turned into text", async (_, payload) => {
    const answer = await server.inject({
      method: "POST",
      url: "/api/v1/redpackage/acceptRedEnvelope",
      headers: authorized(),
      payload,
    });
    expect(answer.json()).toMatchObject({ code: 400, error: "invalidRequest" });
  });

  test.each(["swordfish\u0000", "swordfish\ud83e"])("text that cannot be stored is refused", async (passphrase) => {
    const answer = await server.inject({
      method: "POST",
      url: "/api/v1/redpackage/acceptRedEnvelope",
      headers: authorized(),
      payload: { passphrase },
    });
    expect(answer.json()).toMatchObject({ code: 400, error: "invalidRequest" });
  });

  test.each([
    ["an unknown key", { lang: "es", admin: true }],
    ["a missing key", {}],
    ["a list", ["es"]],
    ["a bare text", '"es"'],
    ["broken JSON", '{"lang":'],
    ["nothing", ""],
    ["a prototype key", '{"lang":"es","__proto__":{"a":1}}'],
  ])("%s is refused", async (_, payload) => {
    const answer = await server.inject({
      method: "POST",
      url: "/api/v1/user/lang",
      headers: { ...authorized(), "content-type": "application/json" },
      payload,
    });
    expect(answer.json()).toMatchObject({ code: 400, error: "invalidRequest" });
  });

  test("more than 16 kB is refused", async () => {
    const payload = { initData: "x".repeat(17_000) };
    const answer = await server.inject({ method: "POST", url: "/api/v1/telegram/auth", payload });
    expect(answer.json()).toMatchObject({ code: 400, error: "invalidRequest" });
  });
});

describe("authority is checked first", () => {
  test.each(Object.entries(OPERATIONS).filter(([, { security }]) => security.length > 0))(
    "%s reveals nothing about a malformed request to a stranger",
    async (_, { method, path }) => {
      const answer = await server.inject({
        method: method === "get" ? "GET" : "POST",
        url: `/api${path}?limit=-1`,
        headers: { "content-type": "text/plain" },
        ...(method === "get" ? {} : { payload: "{" }),
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 401, msg: expect.any(String), data: null, error: "unauthorized" });
    },
  );

  test.each(["Bearer", "Bearer ", "Bearer x", "Basic eDp4", "bearer\u00a0x", `Bearer ${"a".repeat(300)}`])(
    "authorization %j is refused",
    async (authorization) => {
      const answer = await server.inject({ method: "GET", url: "/api/v1/user/lang", headers: { authorization } });
      expect(answer.json()).toMatchObject({ code: 401, error: "unauthorized" });
    },
  );

  test("a revoked session answers 61 with HTTP 401", async () => {
    const headers = { authorization: `Bearer ${await logIn(78)}` };
    expect((await server.inject({ method: "POST", url: "/api/v1/telegram/logout", headers })).statusCode).toBe(200);
    const answer = await server.inject({ method: "GET", url: "/api/v1/user/lang", headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 61, error: "sessionRevoked" });
  });

  test("an empty payment code is missing, a wrong one invalid, and neither is reported as a bearer's error", async () => {
    const ask = (code: string) =>
      server.inject({ method: "GET", url: "/api/v1/order/unpaidList", headers: { "x-external-payment-code": code } });
    expect((await ask("")).json()).toMatchObject({ code: 400, error: "paymentCodeMissing" });
    expect((await ask("nobody")).json()).toMatchObject({ code: 403, error: "paymentCodeInvalid" });
  });

  test("a payment code allows only the calls that declare it", async () => {
    const made = await server.inject({ method: "POST", url: "/api/v1/user/paymentCode", headers: authorized() });
    const { externalPaymentCode } = made.json<{ data: { externalPaymentCode: string } }>().data;
    const closed = Object.values(OPERATIONS).filter(({ security }) => security.length === 1);
    for (const { method, path } of closed) {
      const answer = await server.inject({
        method: method === "get" ? "GET" : "POST",
        url: `/api${path}`,
        headers: { "x-external-payment-code": externalPaymentCode },
      });
      expect(answer.statusCode, path).toBe(401);
    }
  });
});

describe("answers", () => {
  test.each(["/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v1/user/lang/", "/apiary.js"])(
    "%s is not found",
    async (url) => {
      const answer = await server.inject({ method: "GET", url, headers: { accept: "text/html" } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 404, data: null, error: "notFound" });
    },
  );

  test("a broken URL is an invalid request", async () => {
    const answer = await server.inject({ method: "GET", url: "/api/%zz" });
    expect(answer.json()).toMatchObject({ code: 400, error: "invalidRequest" });
  });

  test("the language header is accepted in any spelling and never refused", async () => {
    for (const language of ["zh-cn", "ZH_TW", "xx", "", "x".repeat(500)]) {
      const answer = await server.inject({
        method: "GET",
        url: "/api/v1/user/lang",
        headers: { ...authorized(), language },
      });
      expect(answer.statusCode, language).toBe(200);
    }
  });

  test("only the messenger may frame, nothing is cached, and no cookie is set", async () => {
    const { headers } = await server.inject({ method: "GET", url: "/api/v1/user/lang", headers: authorized() });
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["content-security-policy"]).toContain(
      "frame-ancestors https://web.telegram.org http://localhost:8080",
    );
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("health", async () => {
    expect((await server.inject("/healthz")).json()).toEqual({ code: 200, msg: "ok", data: null });
    expect((await server.inject("/readyz")).json()).toEqual({ code: 200, msg: "ok", data: { chains: {} } });
  });

  test("no email, mailed code and security code in the log", async () => {
    const email = "ada.of.the.log@example.com";
    const ask = async (path: string, payload: object) =>
      (await server.inject({ method: "POST", url: `/api/v1/${path}`, headers: authorized(), payload })).json<{
        code: number;
      }>().code;
    expect(await ask("email/sendVerificationCode", { purpose: "updateEmail", email })).toBe(200);
    const verificationCode = /\b[0-9]{6}\b/.exec(mails.at(-1) ?? "")?.[0] ?? "none";
    expect(await ask("user/updateEmail", { email, verificationCode: "x" })).toBe(400);
    expect(await ask("user/updateEmail", { email, verificationCode })).toBe(200);
    expect(await ask("user/changeSecurityCode", { newSecurityCode: "Secret1!" })).toBe(200);
    expect(await ask("user/changeSecurityCode", { newSecurityCode: "Secret2!", securityCode: "Wrong123" })).toBe(403);
    // The random digits of an id may be those of the code.
    const log = lines.join("\n").replaceAll(/"requestId":"[0-9a-f-]{36}"/g, "");
    for (const secret of [email, verificationCode, "Secret1!", "Secret2!", "Wrong123", "argon2"]) {
      expect(log).not.toContain(secret);
    }
  });

  test("no bearer and no launch data in the log", () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join("\n")).not.toContain(bearer);
    expect(lines.join("\n")).not.toContain("auth_date");
  });
});
