import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "./makeFolder.ts";

/** Whether `error` is a system error of the given code, like `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Whether a process of this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

/**
 * Locks a folder for this process, so that two stacks never share a chain and a messenger. Takes over the lock of a
 * process that has ended. Returns the function that releases it.
 */
export function lockFolder(folder: string): () => void {
  createFolder(folder);
  const file = path.join(folder, "lock");
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!hasErrorCode(error, "EEXIST")) throw error;
    }
    const owner = Number(readFileSync(file, "utf8"));
    if (Number.isInteger(owner) && owner > 0 && isProcessAlive(owner)) {
      throw new Error(`${folder} is in use by process ${owner}. Stop it, or choose another folder: DATA_DIR=./data2`);
    }
    rmSync(file, { force: true });
  }
}

function createFolder(folder: string): void {
  try {
    makeFolder(folder);
    const trial = path.join(folder, `.write-${process.pid}`);
    writeFileSync(trial, "");
    rmSync(trial);
  } catch (error) {
    throw new Error(`${folder} cannot be written to. Choose another folder with DATA_DIR`, { cause: error });
  }
}
