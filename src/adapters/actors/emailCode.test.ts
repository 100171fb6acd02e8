import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import { createApi } from "#src/adapters/api/createApi.ts";

import { createEmailCodeActors } from "./emailCode.ts";

const EXPIRES_AT = "2026-11-20T12:10:00.000Z";

let answer: Response;

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(answer));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function askForCode() {
  const api = createApi({
    baseUrl: "https://app.example/api",
    getLanguage: () => "en",
    getCredential: () => null,
    onFailure: () => {
      throw new Error("the screen shows each refusal itself");
    },
  });
  const { sendCode } = createEmailCodeActors({ api });
  return toPromise(createActor(sendCode, { input: { goal: "updateEmail", address: "ann@example.com" } }).start());
}

const refuse = (headers: Readonly<Record<string, string>>) =>
  Response.json({ code: 429, msg: "Later", data: null, error: "tooManyTries" }, { status: 429, headers });

test("a code that was sent just now is told as such", async () => {
  answer = Response.json({ code: 200, msg: "ok", data: { resendAfterSeconds: 60, expiresAt: EXPIRES_AT } });
  expect(await askForCode()).toEqual({ resendAfterSeconds: 60, expiresAt: EXPIRES_AT, isEarlier: false });
});

test("a refusal that names a code which can be typed still leads to that code", async () => {
  answer = refuse({ "retry-after": "40", "x-code-expires-at": EXPIRES_AT });
  expect(await askForCode()).toEqual({ resendAfterSeconds: 40, expiresAt: EXPIRES_AT, isEarlier: true });
});

test("a refusal that names none stays one, however short its wait", async () => {
  answer = refuse({ "retry-after": "40" });
  await expect(askForCode()).rejects.toMatchObject({ error: "tooManyTries", retryAfterSeconds: 40 });
});
