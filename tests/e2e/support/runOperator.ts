import { execFile } from "node:child_process";
import path from "node:path";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Runs `npm run operator`'s script beside the server that uses the data folder; resolves with what it prints. */
export async function runOperator(dataDir: string, ...args: readonly string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [path.join(ROOT, "scripts/operator.ts"), ...args],
      { cwd: ROOT, env: { ...PROGRAM_ENVIRONMENT, DATA_DIR: dataDir } },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(stdout + stderr, { cause: error }));
      },
    );
  });
}
