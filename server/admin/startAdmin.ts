import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { App } from "../app.ts";
import { auditDatabase } from "../ledger/audit/auditDatabase.ts";
import { formatMetrics } from "./formatMetrics.ts";

/** Where a running server tells its operators' port to the commands of the same data folder. */
export const ADMIN_PORT_FILE = "admin.port";

export interface RunningAdmin {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` (text) and `/audit` (JSON, an `AuditReport`) on 127.0.0.1. On the embedded database, which only
 * this process can open, the port is written to the data folder. Rejects when the port is taken.
 */
export async function startAdmin(app: App): Promise<RunningAdmin> {
  const server = http.createServer((request, response) => {
    answer(app, request).then(
      ({ status, type, body }) => response.writeHead(status, { "content-type": type }).end(body),
      (error: unknown) => {
        app.logger.error({ url: request.url ?? "", error }, "an operators' page failed");
        response.writeHead(500, { "content-type": "text/plain" }).end("failed\n");
      },
    );
  });
  server.listen(app.config.adminPort, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const file = app.database.isEmbedded ? path.join(app.config.dataDir, ADMIN_PORT_FILE) : null;
  if (file !== null) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${port}\n`);
  }
  return {
    port,
    async stop() {
      if (file !== null) await rm(file, { force: true });
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

async function answer(app: App, request: http.IncomingMessage): Promise<Answer> {
  const text = (status: number, body: string): Answer => ({ status, type: "text/plain; charset=utf-8", body });
  // A name that a stranger's page made point here is none of ours.
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return text(403, "only for this machine\n");
  if (request.method !== "GET") return text(405, "only GET\n");
  switch (request.url ?? "") {
    case "/metrics":
      return text(200, await formatMetrics(app));
    case "/audit":
      return { status: 200, type: "application/json", body: JSON.stringify(await auditDatabase(app.database)) };
    default:
      return text(404, "pages: /metrics /audit\n");
  }
}
