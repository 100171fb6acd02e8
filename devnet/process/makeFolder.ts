import fs from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its missing parents, accessible to this user only. Creates them one by one: Node's recursive
 * mode loops forever where a file system reports a denied folder as "not found", like Linux's /proc. Throws the file
 * system's error.
 */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!fs.existsSync(folder)) throw error;
  }
}
