import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A call of `logger.error` or `logger.warn` with its text, which follows the fields. */
const ALARM = /ogger\.(?:error|warn)\(\s*\{[^;]*?\},\s*"([^"]+)",?\s*\)/g;

function listAlarms(): string[] {
  const files = globSync("server/**/*.ts").filter((file) => !file.includes(".test."));
  return files.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    const alarms = [...code.matchAll(ALARM)].flatMap(([, text]) => text ?? []);
    expect(alarms, file).toHaveLength(code.split(/ogger\.(?:error|warn)\(/).length - 1);
    return alarms;
  });
}

test("docs/operations.md lists every error and warning by its text", () => {
  const alarms = listAlarms();
  expect(alarms).toEqual(expect.arrayContaining(["a job failed", "an RPC endpoint failed"]));
  const operations = readFileSync("docs/operations.md", "utf8");
  expect(alarms.filter((text) => !operations.includes(`\`${text}\``))).toEqual([]);
});
