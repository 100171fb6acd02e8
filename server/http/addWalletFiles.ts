import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** Serves what wallets, and the pages that reach them, read of this app. */
export function addWalletFiles(server: FastifyInstance, { walletAccess }: Config): void {
  for (const { path, value, isForEveryone } of walletAccess.flatMap(({ files }) => files)) {
    server.get(path, async (_, reply) => {
      if (isForEveryone) reply.header("access-control-allow-origin", "*");
      return reply.header("cache-control", "no-cache").send(value);
    });
  }
}
