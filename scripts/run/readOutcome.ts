import { readFileSync } from "node:fs";

/** Result of one part of a run. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Failures, each with the test's file and name and the first line of its error. */
  failures: readonly string[];
}

/** The part of vitest's JSON report that is used. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly FileResult[];
}

interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] | null }[];
}

/**
 * Reads the result of one vitest run. A file that does not load counts as one failed test, and so does a run that
 * failed without a failed test (an unhandled error) or left no report.
 */
export function readOutcome(reportFile: string, exitCode: number): Outcome {
  const report = readReport(reportFile);
  if (report === null) return { passed: 0, failed: 1, failures: ["The run left no report."] };
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  if (failed === 0 && exitCode !== 0) {
    return { passed: report.numPassedTests, failed: 1, failures: ["An error outside of any test."] };
  }
  return { passed: report.numPassedTests, failed, failures: report.testResults.flatMap(listFailures) };
}

function listFailures({ name, status, message, assertionResults }: FileResult): string[] {
  if (status === "failed" && assertionResults.length === 0) return [`${name}\n${takeFirstLine(message)}`];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${name} > ${test.fullName}\n${takeFirstLine(test.failureMessages?.[0] ?? "")}`);
}

function takeFirstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return null;
  }
}
