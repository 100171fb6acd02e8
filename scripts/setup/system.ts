import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";

/** A requirement of the run is missing; `message` says what to do. */
export class CannotSetUp extends Error {
  override readonly name = "CannotSetUp";
}

function isRoot(): boolean {
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

const INSTALL_TIMEOUT_MS = 600_000;
let isIndexFresh = false;

/** Installs Debian packages if this is root on a system with apt-get. False if that is impossible or fails. */
export function installPackages(names: readonly string[]): boolean {
  const aptGet = isRoot() ? findExecutable(["apt-get"]) : null;
  if (aptGet === null) return false;
  console.log(`Installing ${names.join(" ")} with apt-get`);
  const run = (args: readonly string[]) => {
    const { status, stderr } = spawnSync(aptGet, ["-qq", ...args], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) console.error(stderr);
    return status === 0;
  };
  isIndexFresh ||= run(["update"]);
  return run(["install", "-y", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", ...names]);
}
