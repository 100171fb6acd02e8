import Fastify, { type FastifyInstance } from "fastify";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isPageRequest, isPaymentPage, servePage } from "./servePage.ts";

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

let distDir = "";
let server: FastifyInstance;

beforeEach(() => {
  distDir = mkdtempSync(path.join(os.tmpdir(), "hongbao-dist-"));
  server = Fastify();
  server.addHook("onRequest", async (_, reply) => {
    reply.header("content-security-policy", "default-src 'self'");
  });
});
afterEach(async () => {
  await server.close();
  rmSync(distDir, { recursive: true });
});

async function askFor(url: string): Promise<string> {
  await servePage(server, { distDir, walletAccess: [] });
  const answer = await server.inject({ url });
  return String(answer.headers["content-security-policy"]);
}

test("the page that checks draws has the policy that stands in it, and no other file has", async () => {
  const policy = "default-src 'none'; script-src 'sha256-abc='";
  writeFileSync(path.join(distDir, "verify.html"), `<meta content="${policy}" />`);
  writeFileSync(path.join(distDir, "other.html"), `<meta content="${policy}" />`);
  expect(await askFor("/verify.html")).toBe(`${policy}; frame-ancestors 'none'`);
  expect((await server.inject({ url: "/other.html" })).headers["content-security-policy"]).toBe("default-src 'self'");
});

test("a compressed page has the policy of the page", async () => {
  const policy = "default-src 'none'; script-src 'sha256-abc='";
  writeFileSync(path.join(distDir, "verify.html"), `<meta content="${policy}" />`);
  writeFileSync(path.join(distDir, "verify.html.br"), "compressed");
  await servePage(server, { distDir, walletAccess: [] });
  const { headers, payload } = await server.inject({ url: "/verify.html", headers: { "accept-encoding": "br" } });
  expect(payload).toBe("compressed");
  expect(headers["content-security-policy"]).toBe(`${policy}; frame-ancestors 'none'`);
});

test("without a policy of its own it may do nothing", async () => {
  writeFileSync(path.join(distDir, "verify.html"), "<script>1</script>");
  expect(await askFor("/verify.html")).toBe("default-src 'none'; frame-ancestors 'none'");
});
