import type net from "node:net";
import { createServer } from "node:net";
import { listen } from "#tests/support/listen.ts";

/** A TCP line to a service, which can be cut. */
export interface Line {
  readonly port: number;
  /** Refuses whoever connects. */
  isDown: boolean;
  /** Cuts every connection there is. */
  cut(): void;
  stop(): void;
}

/** @param connect opens a connection to the service */
export async function startLine(connect: () => net.Socket): Promise<Line> {
  const sockets = new Set<net.Socket>();
  const server = createServer((client) => {
    if (line.isDown) return void client.destroy();
    const service = connect();
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    return undefined;
  });
  const { port } = await listen(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: Line = {
    port,
    isDown: false,
    cut,
    stop() {
      cut();
      server.close();
    },
  };
  return line;
}
