import { runScript } from "./runScript.ts";

/** Runs `npm run audit`'s script over a data folder that a server is using; resolves with what is wrong, or "". */
export async function audit(dataDir: string): Promise<string> {
  const { code, output } = await runScript(dataDir, "audit");
  const isSound = code === 0 && /All \d+ invariants hold\./.test(output) && !output.includes("BREACH");
  return isSound ? "" : `${output}\nexit ${code}`;
}
