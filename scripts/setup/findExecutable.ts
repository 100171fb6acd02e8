import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The first of the names that is a program on PATH or in the given folders. */
export function findExecutable(names: readonly string[], furtherFolders: readonly string[] = []): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean), ...furtherFolders];
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
