import type { Server } from "node:http";
import { hasErrorCode } from "../process/lockFolder.ts";
import { listenLocally } from "../http/listenLocally.ts";

const MOST_TRIES = 50;

/**
 * Lets one server listen on a free port and the other on the port after it: clients of Solana expect the WebSocket there.
 * Resolves with the first port.
 */
export async function listenBeside(server: Server, next: Server): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = await listenLocally(server, 0);
    try {
      await listenLocally(next, port + 1);
      return port;
    } catch (error) {
      if (!hasErrorCode(error, "EADDRINUSE") && !hasErrorCode(error, "ERR_SOCKET_BAD_PORT")) throw error;
      await new Promise((resolve) => server.close(resolve));
    }
  }
  throw new Error("no two free ports beside each other");
}
