import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findStaleFacts, readFacts } from "./readFacts.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FACTS = readFacts(readFileSync(path.join(ROOT, "docs/world.md"), "utf8"));

it.each(FACTS)("$section: $fact", ({ source, copy, checked, usedIn, noticedBy }) => {
  expect(source).toMatch(/https:\/\//);
  expect(copy).toMatch(/^(undated|\d{4}-\d{2}-\d{2})$/);
  // No text is newer than its reading.
  expect(copy === "undated" || (copy <= checked && !Number.isNaN(Date.parse(copy)))).toBe(true);
  expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(Number.isNaN(Date.parse(checked))).toBe(false);
  expect(noticedBy).not.toBe("");
  // A file may have been moved or removed since; the row must follow.
  expect(usedIn.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(usedIn.length).toBeGreaterThan(0);
});

it("lists the facts that nobody has read for so many days", () => {
  const table = (checked: string) =>
    `## TON\n\n| Fact | Source | Copy | Checked | Used in | Noticed by |\n| --- | --- | --- | --- | --- | --- |\n| Blocks | https://a.example | 2026-08-01 | ${checked} | \`server\` | a test |\n`;
  const now = new Date("2026-11-23T12:00:00Z");
  expect(findStaleFacts(table("2026-08-25"), now, 90)).toEqual([]);
  expect(findStaleFacts(table("2026-08-24"), now, 90)).toMatchObject([{ section: "TON", fact: "Blocks" }]);
});

it("lists a fact that is due sooner by its own word", () => {
  const row =
    "| Versions come often: due every 14 days. | https://a.example | undated | 2026-11-01 | `server` | a test |";
  const table = `## Telegram\n\n| Fact | Source | Copy | Checked | Used in | Noticed by |\n| --- | --- | --- | --- | --- | --- |\n${row}\n`;
  expect(findStaleFacts(table, new Date("2026-11-15T12:00:00Z"), 90)).toEqual([]);
  expect(findStaleFacts(table, new Date("2026-11-16T12:00:00Z"), 90)).toHaveLength(1);
});

it("refuses a row with a column too few", () => {
  expect(() => readFacts("## TON\n| Blocks | https://a.example | 2026-08-01 | 2026-11-23 | `server` |\n")).toThrow(
    "5 columns",
  );
});
