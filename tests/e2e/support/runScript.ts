import { execFile } from "node:child_process";
import path from "node:path";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Runs an operator's script beside the server that uses the data folder; resolves with how it ended and what it printed. */
export async function runScript(
  dataDir: string,
  name: "audit" | "operator",
  args: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, `scripts/${name}.ts`), ...args],
      { cwd: ROOT, env: { ...PROGRAM_ENVIRONMENT, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
