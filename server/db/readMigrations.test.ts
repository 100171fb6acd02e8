import { expect, test } from "vitest";
import { readMigrations, type Migration } from "./readMigrations.ts";

/** Takes away, or narrows, what a process of the last version uses. */
const CONTRACTION =
  /\bdrop (table|column|function|view|type)\b|\brename\b|\balter column \w+ (type|set not null)\b|\badd column \w+ [^,;]*\bnot null\b(?![^,;]*\bdefault\b)/i;
const HEADER = /^-- Contracts (\d{4}): /;
/** The first one of the rule. */
const FIRST = "0036";

/** What a process of the last version would stumble over. */
function findFault({ name, sql }: Pick<Migration, "name" | "sql">): string | null {
  const statements = sql.replaceAll(/^--.*$/gm, "");
  if (!CONTRACTION.test(statements)) return null;
  const expanded = HEADER.exec(sql)?.[1];
  return expanded !== undefined && expanded < name.slice(0, 4) ? null : name;
}

test("a migration that takes something away names the earlier one that made it unused", async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(30);
  expect(migrations.filter(({ name }) => name >= FIRST).map(findFault)).not.toContainEqual(expect.any(String));
});

test.each([
  ["alter table fruit drop column colour;", true],
  ["-- Contracts 0040: colours are in their own table.\nalter table fruit drop column colour;", false],
  ["-- Contracts 0041: itself.\ndrop function ripen;", true],
  ["alter table fruit add column colour text not null;", true],
  ["alter table fruit add column colour text not null default 'blue';", false],
  ["-- No rename.\ncreate table colour (name text primary key not null);", false],
])("%s", (sql, isFault) => {
  expect(findFault({ name: "0041_next.sql", sql }) !== null).toBe(isFault);
});
