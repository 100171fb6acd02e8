import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** Prefix of every socket folder; the id of its process follows. */
export const SOCKET_FOLDER_PREFIX = "hongbao-db-";

/** Removes socket folders of processes that ended without removing them. Ignores folders it cannot remove. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = fs.readdirSync(parent).filter((name) => name.startsWith(SOCKET_FOLDER_PREFIX));
  for (const name of names) {
    const pid = Number(/^(\d+)-/.exec(name.slice(SOCKET_FOLDER_PREFIX.length))?.[1]);
    const folder = path.join(parent, name);
    // A process of another container has no id here, but its socket answers.
    if (!Number.isInteger(pid) || isAlive(pid) || (await isAnswered(folder))) continue;
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isAnswered(folder: string): Promise<boolean> {
  const sockets = listFiles(folder).filter((name) => name.startsWith(".s.PGSQL."));
  const answers = await Promise.all(sockets.map((name) => canConnect(path.join(folder, name))));
  return answers.includes(true);
}

function listFiles(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function canConnect(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
