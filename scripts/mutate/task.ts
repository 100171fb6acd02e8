/** What a test run of `npm run mutate` has to change. */
export interface Task {
  /** Id of the chart. */
  readonly machine: string;
  /** Place in the list of the chart's mutants; null changes nothing and writes the list. */
  readonly mutant: number | null;
  readonly listFile: string;
  /** Whether the walk compares the chart with its table. */
  readonly hasTable: boolean;
}

/** Of this process and of the test runs that it starts. */
export const TASK_FILE = process.env["MUTATE_TASK_FILE"] ?? "";
