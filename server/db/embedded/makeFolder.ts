import fs from "node:fs";
import path from "node:path";

/**
 * Makes a folder and those above it that are missing, for this user alone. Step by step, since Node's own recursive way never ends where a
 * file system denies a new folder as "not found", as Linux's /proc does. Throws the file system's error.
 */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it in between.
    if (!fs.existsSync(folder)) throw error;
  }
}
