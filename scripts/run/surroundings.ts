/** What a command takes from its process, so that a test can hand it in. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line for who runs the command. */
  write: (line: string) => void;
  /** Writes what went wrong. */
  warn: (problem: unknown) => void;
}

export const PROCESS: Surroundings = {
  env: process.env,
  write: (line) => console.log(line),
  warn: (problem) => console.error(problem),
};
