import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files and folders that a pattern can mean: their names, and the parts of these. */
const PARTS = new Set([
  ...globSync("{src,machines,domain}/**/*.{ts,tsx}").flatMap((file) => file.split(/[\\/.]/u)),
  "node_modules",
  "react",
  "react-dom",
  "scheduler",
  "uqr",
]);

test("each name in a pattern is that of a file or folder: a module that moves keeps its chunk", () => {
  const code = readFileSync("scripts/vite/chunkGroups.ts", "utf8");
  const patterns = code.match(/(?<= |\()\/(?:[^/\n]|\[\\\\\/\])+\/(?=[,;. ])/gu) ?? [];
  expect(patterns.length).toBeGreaterThan(20);
  const names = patterns.flatMap((pattern) => pattern.match(/[\w-]+/gu) ?? []);
  expect(names.filter((name) => !PARTS.has(name))).toEqual([]);
});
