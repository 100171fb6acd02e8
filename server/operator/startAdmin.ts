import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "#server/app.ts";
import { auditDatabase } from "#server/ledger/audit/auditDatabase.ts";
import type { Answer } from "./answer.ts";
import { servePage } from "#server/operator/page/servePage.ts";
import { OperatorSessions } from "#server/operator/page/sessions.ts";
import { formatMetrics } from "./formatMetrics.ts";

export interface RunningAdmin {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` (text) and `/audit` (JSON, an `AuditReport`) on 127.0.0.1, and with `OPERATOR_TOKEN` the operators' page
 * at `/`. Rejects when the port is taken.
 */
export async function startAdmin(app: App): Promise<RunningAdmin> {
  const { operatorToken } = app.config;
  const sessions = operatorToken === null ? null : new OperatorSessions(app, operatorToken);
  const server = http.createServer((request, response) => {
    answer(app, request, sessions).then(
      ({ status, type, body, headers }) => response.writeHead(status, { ...headers, "content-type": type }).end(body),
      (error: unknown) => {
        app.logger.error({ url: request.url ?? "", error }, "a request to the operators' port failed");
        response.writeHead(500, { "content-type": "text/plain" }).end("failed\n");
      },
    );
  });
  server.listen(app.config.adminPort, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `sessions` of the page; null where no token is set. */
async function answer(app: App, request: http.IncomingMessage, sessions: OperatorSessions | null): Promise<Answer> {
  const text = (status: number, body: string): Answer => ({ status, type: "text/plain; charset=utf-8", body });
  // Refuses other host names: a foreign page can point its own name here.
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return text(403, "only for this machine\n");
  const page = sessions === null ? null : await servePage(app, sessions, request);
  if (page !== null) return page;
  if (request.method !== "GET") return text(405, "only GET\n");
  switch (request.url ?? "") {
    case "/metrics":
      return text(200, (await formatMetrics(app)) + app.telemetry.metrics.format());
    case "/audit":
      return { status: 200, type: "application/json", body: JSON.stringify(await auditDatabase(app.database)) };
    default:
      return text(404, "pages: /metrics /audit\n");
  }
}
