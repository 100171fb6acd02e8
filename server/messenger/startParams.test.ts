import type { App } from "#server/app.ts";
import { describe, expect, it } from "vitest";
import {
  formatAppLink,
  formatChatStartParam,
  formatPostStartParam,
  formatStartParam,
  readChatStartParam,
  readPostStartParam,
  readTopic,
} from "./startParams.ts";

const APP = { telegram: { username: "hongbao_bot" }, config: { botAppName: "app" } } as Pick<
  App,
  "telegram" | "config"
>;

const SECRET = "a secret of the tests with forty letters";
const NEXT_SECRET = "another secret of the tests, which is newer";
const CHAT_ID = -1_002_174_983_506n;

describe("start parameters", () => {
  it("encode and decode a signed group in the messenger's alphabet", () => {
    const startParam = formatChatStartParam([SECRET], CHAT_ID);
    expect(startParam).toMatch(/^g_[A-Za-z0-9_-]{27}$/);
    expect(readChatStartParam([SECRET], startParam)).toBe(CHAT_ID);
  });

  it("stay valid after a change of the secret, until the old one is removed", () => {
    const startParam = formatChatStartParam([SECRET], CHAT_ID);
    expect(readChatStartParam([NEXT_SECRET, SECRET], startParam)).toBe(CHAT_ID);
    expect(readChatStartParam([NEXT_SECRET], startParam)).toBeNull();
  });

  it("reject another group under the same signature, and anything else", () => {
    const startParam = formatChatStartParam([SECRET], CHAT_ID);
    const other = formatChatStartParam([SECRET], CHAT_ID + 65_536n);
    expect(readChatStartParam([SECRET], other.slice(0, 12) + startParam.slice(12))).toBeNull();
    for (const text of ["", "g_", "e_abc", `${startParam}A`, startParam.slice(0, -1), `x${startParam}`]) {
      expect(readChatStartParam([SECRET], text)).toBeNull();
    }
  });

  it("encode an envelope and its signed group, for any id", () => {
    for (const envelopeId of ["y3WK1OBTvi7cuONEQ8j_wQ", "-_-_-_-_-_-_-_-_-_-_-_", "A"]) {
      const startParam = formatPostStartParam([SECRET], envelopeId, CHAT_ID);
      expect(startParam).toMatch(/^c_[A-Za-z0-9_-]+$/);
      expect(startParam.length).toBeLessThanOrEqual(512);
      expect(startParam.startsWith(`c_${envelopeId}_`)).toBe(true);
      expect(readPostStartParam([NEXT_SECRET, SECRET], startParam)).toBe(CHAT_ID);
      expect(readPostStartParam([NEXT_SECRET], startParam)).toBeNull();
      expect(readPostStartParam([SECRET], startParam.replace(`c_${envelopeId}`, "c_another"))).toBeNull();
    }
  });

  it("of a post cannot be used as a group's: the signature is valid for one kind only", () => {
    const signed = formatPostStartParam([SECRET], "Ab", CHAT_ID).slice(5);
    expect(readChatStartParam([SECRET], `g_${signed}`)).toBeNull();
    const chat = formatChatStartParam([SECRET], CHAT_ID).slice(2);
    expect(readPostStartParam([SECRET], `c_Ab_${chat}`)).toBeNull();
    for (const text of ["", "c_", "c_Ab", `c_${signed}`, `g_${signed}`, `c__${signed}`]) {
      expect(readPostStartParam([SECRET], text)).toBeNull();
    }
  });

  it("build links into the app", () => {
    expect(formatAppLink(APP, formatStartParam("claim", "Ab-_1"))).toBe(
      "https://t.me/hongbao_bot/app?startapp=e_Ab-_1",
    );
    expect(formatAppLink(APP, null)).toBe("https://t.me/hongbao_bot/app");
  });
});

it("signs the topic of a forum with its group, and nothing else opens it", () => {
  const param = formatChatStartParam([SECRET], -1_001_234n, 7n);
  expect([readChatStartParam([SECRET], param), readTopic(param)]).toEqual([-1_001_234n, 7n]);
  expect(readChatStartParam([SECRET], param.replace(/_7$/, "_8"))).toBeNull();
  expect(readChatStartParam([SECRET], param.replace(/_7$/, ""))).toBeNull();
  expect(readChatStartParam([SECRET], `${formatChatStartParam([SECRET], -1_001_234n)}_7`)).toBeNull();
  expect(param).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
});
