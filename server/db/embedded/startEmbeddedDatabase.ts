import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "../databaseUnavailable.ts";
import type { ChildMessage } from "./childMessage.ts";
import { removeLeftovers, SOCKET_FOLDER_PREFIX } from "./removeLeftovers.ts";

const PROGRAM = fileURLToPath(new URL("embeddedDatabase.process.ts", import.meta.url));
const RESTART_DELAY_MS = 500;
const END_TIMEOUT_MS = 15_000;

export interface EmbeddedDatabase {
  /** Folder of the unix socket; pg connects to it with `port`. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  close(): Promise<void>;
}

const PORT = 5432;

/**
 * Runs PGlite on `dataDir` in a child process, which ends with this one. Restarts it if it breaks; running statements
 * fail, as they do when a server restarts.
 * @throws DatabaseUnavailable if another process has locked the folder or it cannot be written.
 */
export async function startEmbeddedDatabase(dataDir: string, logger: Logger): Promise<EmbeddedDatabase> {
  const folder = path.resolve(dataDir);
  // Accessible to this user only, and its path is short enough for a socket.
  await removeLeftovers(os.tmpdir());
  const socketFolder = fs.mkdtempSync(path.join(os.tmpdir(), `${SOCKET_FOLDER_PREFIX}${process.pid}-`));
  let isClosing = false;
  let child: ChildProcess;

  async function keepRunning(): Promise<void> {
    for (;;) {
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      if (isClosing) return;
      const reason = child.signalCode ?? `exit code ${child.exitCode}`;
      logger.error({ reason }, "the embedded database ended: restarting it");
      await wait(RESTART_DELAY_MS);
      if (isClosing) return;
      try {
        child = await startChild(folder, socketFolder);
      } catch (error) {
        logger.error({ error }, "the embedded database did not start");
      }
    }
  }

  try {
    child = await startChild(folder, socketFolder);
  } catch (error) {
    fs.rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
  const running = keepRunning();

  return {
    host: socketFolder,
    port: PORT,
    user: "postgres",
    database: "postgres",
    async close() {
      isClosing = true;
      child.stdin?.end();
      const giveUp = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT_MS);
      await running;
      clearTimeout(giveUp);
      fs.rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

async function startChild(folder: string, socketFolder: string): Promise<ChildProcess> {
  const socketPath = path.join(socketFolder, `.s.PGSQL.${PORT}`);
  fs.rmSync(socketPath, { force: true });
  const child = fork(PROGRAM, [folder, socketPath], {
    // The open stdin keeps the child alive: the system closes it however this process ends.
    stdio: ["pipe", "ignore", "inherit", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  child.stdin?.on("error", () => {});
  const message = await new Promise<ChildMessage>((resolve) => {
    child.once("message", (received) => resolve(received as ChildMessage));
    child.once("error", (error) => resolve({ type: "failed", reason: "broken", detail: error.message }));
    child.once("exit", (code, signal) => {
      resolve({ type: "failed", reason: "broken", detail: `its process ended (${signal ?? code})` });
    });
  });
  if (message.type === "ready") return child;
  child.kill("SIGKILL");
  throw new DatabaseUnavailable(message.reason, explain(message, folder));
}

function explain(message: Extract<ChildMessage, { type: "failed" }>, folder: string): string {
  const texts = {
    folderLocked: `The data folder ${folder} is in use by another process. Stop that process, or set DATA_DIR to another folder.`,
    folderUnwritable: `The data folder ${folder} cannot be written (${message.detail}). Give this user access to it, or set DATA_DIR to another folder.`,
    broken: `The embedded database in ${folder} does not start: ${message.detail}`,
  };
  return texts[message.reason];
}
