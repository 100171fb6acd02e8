import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { countTests } from "./countTests.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-count-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeReport(report: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const passedFile = { status: "passed", assertionResults: [{}, {}, {}] };
const failedFile = { status: "failed", assertionResults: [{}, {}] };
const unloadedFile = { status: "failed", assertionResults: [] };

describe("countTests", () => {
  test("adds a failure for each file that does not load", () => {
    const report = { numPassedTests: 4, numFailedTests: 1, testResults: [passedFile, failedFile, unloadedFile] };
    expect(countTests(writeReport(report), 1)).toEqual({ passed: 4, failed: 2 });
  });

  test("counts a run that failed without a failed test as a failure", () => {
    const report = { numPassedTests: 3, numFailedTests: 0, testResults: [passedFile] };
    expect(countTests(writeReport(report), 1)).toEqual({ passed: 3, failed: 1 });
    expect(countTests(writeReport(report), 0)).toEqual({ passed: 3, failed: 0 });
  });

  test("counts a run without a report as a failure", () => {
    expect(countTests(path.join(folder, "absent.json"), 0)).toEqual({ passed: 0, failed: 1 });
  });
});
