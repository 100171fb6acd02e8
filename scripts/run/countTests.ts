import { readFileSync } from "node:fs";

export interface Count {
  passed: number;
  failed: number;
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly unknown[] }[];
}

/**
 * Tests of one vitest run. A file that does not load counts as one failed test, and so does a run that failed
 * without a failed test (an unhandled error) or left no report.
 */
export function countTests(reportFile: string, exitCode: number): Count {
  const report = readReport(reportFile);
  if (report === null) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return null;
  }
}
