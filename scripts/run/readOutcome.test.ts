import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readOutcome } from "./readOutcome.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-outcome-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeReport(report: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const passedTest = { status: "passed", fullName: "adds", failureMessages: [] };
const failedTest = {
  status: "failed",
  fullName: "takes",
  failureMessages: [
    "Error: 3 is not 4\nwhile counting\n    at check (/node_modules/lib.js:1:1)\n    at b.test.ts:2:3\n    at c.ts:1:1",
    "Error: a page noted",
  ],
};
const passedFile = { name: "a.test.ts", status: "passed", message: "", assertionResults: [passedTest] };
const failedFile = { name: "b.test.ts", status: "failed", message: "", assertionResults: [passedTest, failedTest] };
const unloadedFile = {
  name: "c.test.ts",
  status: "failed",
  message: "No such module\n    at load (/node_modules/lib.js:1:1)",
  assertionResults: [],
};

describe("readOutcome", () => {
  test("names failed tests with what their errors say and where, and adds a failure for each file that does not load", () => {
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passedFile, failedFile, unloadedFile] };
    expect(readOutcome(writeReport(report), 1)).toEqual({
      passed: 2,
      failed: 2,
      failures: [
        "b.test.ts > takes\nError: 3 is not 4\nwhile counting\n    at b.test.ts:2:3\nError: a page noted",
        "c.test.ts\nNo such module",
      ],
    });
  });

  test("counts a run that failed without a failed test as a failure", () => {
    const report = { numPassedTests: 1, numFailedTests: 0, testResults: [passedFile] };
    expect(readOutcome(writeReport(report), 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(readOutcome(writeReport(report), 0)).toEqual({ passed: 1, failed: 0, failures: [] });
  });

  test("counts a run without a report as a failure", () => {
    expect(readOutcome(path.join(folder, "absent.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});
