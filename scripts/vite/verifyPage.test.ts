import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { buildVerifyPage } from "./verifyPage.ts";

let page = "";

beforeAll(async () => {
  page = await buildVerifyPage();
});

test("two builds give the same bytes, whose hash README tells", async () => {
  expect(await buildVerifyPage()).toBe(page);
  const [, hash] =
    /SHA-256 of `verify\.html`[^`]*`[^`]*`[^`]*`([0-9a-f]{64})`/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(hash).toBe(createHash("sha256").update(page).digest("hex"));
});

test("it is one file that asks for nothing, and lets nothing else run", () => {
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(page).toContain(`content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-`);
  expect(script.length).toBeGreaterThan(50_000);
  expect(page.match(/<(?:script|style|link|img|iframe)\b[^>]*>/g)).toEqual([
    '<link rel="icon" href="data:," />',
    "<style>",
    "<script>",
  ]);
  expect(script).not.toMatch(/\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\s*\(/);
});
