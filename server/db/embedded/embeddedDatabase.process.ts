import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import type { ChildMessage } from "./childMessage.ts";
import { makeFolder } from "./makeFolder.ts";
import { openCluster } from "./openCluster.ts";
import { serveWire } from "./serveWire.ts";
import { takeFolderLock } from "./takeFolderLock.ts";

/** A process that was just asked to end needs a moment for its last commit. */
const LOCK_WAIT_MS = 5000;

const [dataDir, socketPath] = process.argv.slice(2);
if (dataDir === undefined || socketPath === undefined)
  throw new Error("usage: embeddedDatabase.process.ts <dataDir> <socketPath>");

// Only the owner may read or write the ledger.
process.umask(0o077);

// The server handles signals to the process group, since it still needs the database to shut down. Its end closes our
// stdin.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

function sendMessage(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

async function fail(reason: "folderLocked" | "folderUnwritable" | "broken", error: unknown): Promise<never> {
  await sendMessage({ type: "failed", reason, detail: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function lockFolder(folder: string) {
  try {
    makeFolder(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return await takeFolderLock(folder, LOCK_WAIT_MS);
  } catch (error) {
    return await fail("folderUnwritable", error);
  }
}

async function serve(folder: string, socket: string): Promise<void> {
  const stdinEnded = new Promise<void>((resolve) => {
    process.stdin
      .once("end", resolve)
      .once("close", resolve)
      .once("error", () => resolve())
      .resume();
  });
  const lock = await lockFolder(folder);
  if (lock === null) return fail("folderLocked", "another process holds the lock");
  try {
    const cluster = await openCluster(folder);
    const server = await serveWire(cluster, socket, (error) => void fail("broken", error));
    await sendMessage({ type: "ready" });
    await stdinEnded;
    await server.close();
    await cluster.close();
  } catch (error) {
    await fail("broken", error);
  }
  lock.release();
  fs.rmSync(path.dirname(socket), { recursive: true, force: true });
  process.exit(0);
}

await serve(dataDir, socketPath);
