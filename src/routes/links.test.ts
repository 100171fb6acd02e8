import { describe, expect, it } from "vitest";

import {
  buildBindingPath,
  buildDetailsPath,
  buildCodePath,
  buildEmailPath,
  buildOrderPath,
  buildReturnPath,
  buildSendPath,
  buildWithdrawPath,
} from "./links.ts";
import { readRedirectTarget } from "./redirectTarget.ts";

it.each([
  [null, "/sendPacket"],
  ["", "/sendPacket"],
  ["-1001", "/sendPacket?chatId=-1001"],
  ["a&b", "/sendPacket?chatId=a%26b"],
])("leads with the group %j to %s", (chatId, path) => {
  expect(buildSendPath(chatId)).toBe(path);
});

it.each([
  [null, null, "/sendPacket?coinType=ton"],
  ["-1001", null, "/sendPacket?chatId=-1001&coinType=ton"],
  ["-1001", "0.25", "/sendPacket?chatId=-1001&coinType=ton&amount=0.25"],
])("leads back to the group %j in the same coin, with %j", (chatId, amount, path) => {
  expect(buildReturnPath({ chatId, coinType: "ton", amount })).toBe(path);
});

it("leads to the order of an envelope, whatever its name holds", () => {
  expect(buildOrderPath("e1")).toBe("/sendPacket?envelopeId=e1");
  expect(buildOrderPath("a&b")).toBe("/sendPacket?envelopeId=a%26b");
});

it("leads to an envelope, a withdrawal of a coin, and one that has begun", () => {
  expect(buildDetailsPath({ envelopeId: "e 1" })).toBe("/sendRecordDetails?envelopeId=e+1");
  expect(buildWithdrawPath("eth")).toBe("/withdraw?coinType=eth");
  expect(buildWithdrawPath("eth", "p1")).toBe("/withdraw?coinType=eth&payoutId=p1");
});

it("names the type of the wallet that is needed, and leads back, query included", () => {
  const path = buildBindingPath("/sendPacket?chatId=-1001&x=a b", "Solana");
  expect(path).toBe("/addWallet?redirect=%2FsendPacket%3FchatId%3D-1001%26x%3Da+b&type=Solana");
  expect(readRedirectTarget(path.slice(path.indexOf("?")))).toBe("/sendPacket?chatId=-1001&x=a%20b");
});

it.each([buildEmailPath, (path: string) => buildCodePath(path, true)])(
  "the way back survives with its query",
  (build) => {
    const path = "/addWallet?redirect=%2FsendPacket%3FchatId%3D-1001";
    const { search } = new URL(build(path), "https://app.invalid");
    expect(readRedirectTarget(search)).toBe(path);
  },
);

describe("a redirect that somebody might take for another host", () => {
  it.each([
    "/.//evil.example",
    "/./%2e//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "/x/%2e%2e//evil.example",
    "//evil.example",
    "/\\evil.example",
    "/.\\evil.example",
    "/.\\\\evil.example",
    "/%5cevil.example",
    "/.%2f/evil.example",
    "/%2f/evil.example",
    "/%2Fevil.example",
    "/%252fevil.example",
    "/%5c%5cevil.example",
    "/%255cevil.example",
    "/user//evil.example",
    "/user%2f%2fevil.example",
    "/\t/evil.example",
    "/.\n//evil.example",
    "/%09/evil.example",
    "/%00user",
    "/%0d%0aSet-Cookie",
    "/%7f",
    "/%E0%A4%A",
    "https://evil.example/user",
    "javascript:alert(1)",
  ])("%j leads home", (redirect) => {
    expect(readRedirectTarget(`?${new URLSearchParams({ redirect }).toString()}`)).toBe("/homePage");
  });

  it.each(["/user", "/sendPacket?chatId=-1001&x=//a", "/sendRecord?tab=sent", "/getPacket?envelopeId=a-b_c"])(
    "%s does not",
    (redirect) => {
      expect(readRedirectTarget(`?${new URLSearchParams({ redirect }).toString()}`)).toBe(redirect);
    },
  );
});
