import { once } from "node:events";
import http from "node:http";
import type net from "node:net";

export interface Listener {
  port: number;
  /** Without a path, e.g. `http://127.0.0.1:40123`. */
  url: string;
  stop: () => Promise<void>;
}

/** Has a server listen on a free port of this machine. */
export async function listen(server: net.Server): Promise<Listener> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      if (server instanceof http.Server) server.closeAllConnections();
      await closed;
    },
  };
}
