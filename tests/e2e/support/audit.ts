import { execFile } from "node:child_process";
import path from "node:path";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Runs `npm run audit`'s script over a data folder that a server is using; resolves with what is wrong, or "". */
export async function audit(dataDir: string): Promise<string> {
  const { code, output } = await runAudit(dataDir);
  const isSound = code === 0 && /All \d+ invariants hold\./.test(output) && !output.includes("BREACH");
  return isSound ? "" : `${output}\nexit ${code}`;
}

async function runAudit(dataDir: string): Promise<{ code: number; output: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, "scripts/audit.ts")],
      { cwd: ROOT, env: { ...PROGRAM_ENVIRONMENT, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
