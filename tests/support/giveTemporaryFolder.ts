import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Set-up of a run of tests: what they write to the folder of temporary files ends with the run. */
export default function giveTemporaryFolder(): () => void {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-tests-"));
  // The local PostgreSQL runs as an ordinary user where this one is root: it has its socket inside, and removes it.
  chmodSync(folder, 0o1777);
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
