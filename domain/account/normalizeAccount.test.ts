import { expect, it } from "vitest";
import { normalizeAccount } from "./normalizeAccount.ts";

it.each([
  ["@Hongbao_Bot", "@hongbao_bot"],
  ["hongbao_bot", "@hongbao_bot"],
  ["  @hongbao_bot\n", "@hongbao_bot"],
  ["＠ｈｏｎｇｂａｏ", "@hongbao"],
  ["https://t.me/Hongbao_Bot", "@hongbao_bot"],
  ["t.me/hongbao_bot/", "@hongbao_bot"],
  ["telegram.me/hongbao_bot", "@hongbao_bot"],
  ["https://t.me/hongbao_bot?start=g_1", "@hongbao_bot"],
  ["https://t.me/Hongbao_Bot/app?startapp=e_x", "@hongbao_bot"],
  ["t.me/hongbao_news/17", "@hongbao_news"],
  ["https://t.me/hongbao_bot#hongbao_real", "@hongbao_bot"],
  ["7001002003", "7001002003"],
])("%j is the account %s", (text, account) => {
  expect(normalizeAccount(text)).toBe(account);
});

it.each([
  "",
  "@",
  "@abc",
  "@1abcd",
  "@a b c d",
  "0123",
  "-1001",
  "1.5",
  "12345678901234567",
  "@hоngbao", // a Cyrillic letter that looks like the Latin one
  "https://t.me/joinchat/abcdef",
  "https://t.me.evil.example/hongbao_bot",
  "https://t.me@evil.example/hongbao_bot",
  "https://t.me/share/url?url=hongbao_bot",
  "https://t.me/hongbao_bot@evil/app",
  `@${"a".repeat(33)}`,
])("%j is no account", (text) => {
  expect(normalizeAccount(text)).toBeNull();
});
