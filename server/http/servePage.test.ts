import { expect, test } from "vitest";
import { isPageRequest, isPaymentPage } from "./servePage.ts";

test.each([
  ["GET", "/homePage", "text/html,application/xhtml+xml", true],
  ["GET", "/?chatId=5", undefined, true],
  ["GET", "/unPaymentList?a=b.c", "*/*", true],
  ["HEAD", "/login", "text/html", true],
  ["POST", "/login", "text/html", false],
  ["GET", "/login", "application/json", false],
  ["GET", "/favicon.ico", "text/html", false],
  ["GET", "/assets/main-1234", "text/html", false],
  ["GET", "/assets", "text/html", false],
  ["GET", "/api/v1/nothing", "text/html", false],
  ["GET", "/api", "text/html", false],
])("%s %s accept %s", (method, url, accept, isPage) => {
  expect(isPageRequest({ method, url, headers: { accept } })).toBe(isPage);
});

test.each([
  ["/unPaymentList?lang=km", true],
  ["/unpaymentlist/", true],
  ["/%75nPaymentList", true],
  ["/homePage?redirect=/unPaymentList", false],
  ["/unPaymentList/more", false],
  ["/%", false],
])("%s is the payment page: %s", (url, isIt) => {
  expect(isPaymentPage(url)).toBe(isIt);
});
