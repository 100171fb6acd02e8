import type { Server } from "node:http";

/**
 * Closes the servers and calls `end` once when the parent ends or asks to stop. The parent has the other end of stdin,
 * so stdin ends even if the parent is killed with SIGKILL.
 */
export function endWithParent(servers: readonly Server[], end: () => void | Promise<void> = () => undefined): void {
  let isEnding = false;
  const finish = (): void => {
    if (isEnding) return;
    isEnding = true;
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    void Promise.resolve(end())
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(0));
  };
  process.stdin.on("end", finish);
  process.stdin.on("close", finish);
  process.stdin.on("error", finish);
  process.stdin.resume();
  process.on("SIGTERM", finish);
  process.on("SIGINT", finish);
}
