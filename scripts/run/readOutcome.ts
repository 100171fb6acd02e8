import { readFileSync } from "node:fs";

/** Result of one part of a run. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Failures, each with the test's file and name and what its errors say. */
  failures: readonly string[];
}

const STACK_LINE = /^ {4}at /;
const MOST_LINES = 20;

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
  if (status === "failed" && assertionResults.length === 0) return [`${name}\n${takeMessage(message)}`];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => [`${name} > ${test.fullName}`, ...(test.failureMessages ?? []).map(takeMessage)].join("\n"));
}

/** The message of an error, with the first place of ours that its stack names. */
function takeMessage(stack: string): string {
  const lines = stack.split("\n");
  const end = lines.findIndex((line) => STACK_LINE.test(line));
  if (end === -1) return lines.slice(0, MOST_LINES).join("\n");
  const place = lines.slice(end).find((line) => !line.includes("node_modules"));
  return [...lines.slice(0, Math.min(end, MOST_LINES)), ...(place === undefined ? [] : [place])].join("\n");
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return null;
  }
}
