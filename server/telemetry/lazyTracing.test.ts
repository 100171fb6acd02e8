import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** An import that is there when the process starts, of values. */
const EAGER = /^\s*(?:import(?! type\b)[^(;]*?|export[^;]*?) from "@opentelemetry\//m;

test("nothing of OpenTelemetry is loaded where traces are off", () => {
  const files = globSync("server/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter((file) => EAGER.test(readFileSync(file, "utf8")))).toEqual([]);
  expect(EAGER.test('import { trace } from "@opentelemetry/api";')).toBe(true);
});
