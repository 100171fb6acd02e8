import fs from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DurableNodeFs } from "./durableNodeFs.ts";

/** The package's defaults, but with fsync on; fdatasync does nothing in this build, so the log uses fsync. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "fsync=on",
];

function open(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: START_PARAMS });
}

function syncTree(folder: string): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncOne(child);
  }
  syncOne(folder);
}

function syncOne(file: string): void {
  const descriptor = fs.openSync(file, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Opens the cluster in `<dataDir>/postgres`. A new one is created beside it and renamed once it is complete and on
 * disk, so a process that dies meanwhile leaves no partial database.
 */
export async function openCluster(dataDir: string): Promise<PGlite> {
  const folder = path.join(dataDir, "postgres");
  if (!fs.existsSync(folder)) {
    const unfinished = path.join(dataDir, "postgres.unfinished");
    fs.rmSync(unfinished, { recursive: true, force: true });
    const created = await open(unfinished);
    await created.close();
    syncTree(unfinished);
    fs.renameSync(unfinished, folder);
    syncOne(dataDir);
  }
  // An older version may have created it accessible to others.
  fs.chmodSync(folder, 0o700);
  return open(folder);
}
