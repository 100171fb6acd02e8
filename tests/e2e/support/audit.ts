import { execFile } from "node:child_process";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Runs `npm run audit`'s script over a data folder that a server is using; resolves with what it prints. */
export async function audit(dataDir: string): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, "scripts/audit.ts")],
      { cwd: ROOT, env: { PATH, HOME, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
