import { spawnSync } from "node:child_process";
import { findExecutable, isRoot } from "./findExecutable.ts";

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
