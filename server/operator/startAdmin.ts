import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "#server/app.ts";
import { auditDatabase } from "#server/ledger/audit/auditDatabase.ts";
import { type Answer, servePage } from "#server/operator/page/servePage.ts";
import { OperatorSessions } from "#server/operator/page/sessions.ts";
import { formatMetrics } from "./formatMetrics.ts";

export interface RunningAdmin {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` (text) and `/audit` (JSON, an `AuditReport`) on 127.0.0.1, and with `OPERATOR_TOKEN` the operators' page
 * at `/`. Each of the three holds one connection to the database at most, however often it is asked for. Rejects when the
 * port is taken.
 */
export async function startAdmin(app: App): Promise<RunningAdmin> {
  const { operatorToken } = app.config;
  const sessions = operatorToken === null ? null : new OperatorSessions(app, operatorToken);
  const takeTurn = createLine();
  const desk: Desk = {
    readMetrics: share(async () => (await formatMetrics(app)) + app.telemetry.metrics.format()),
    readAudit: share(async () => JSON.stringify(await auditDatabase(app.database))),
    askPage: async (request) => (sessions === null ? null : servePage(app, sessions, request, takeTurn)),
  };
  const server = http.createServer((request, response) => {
    answer(desk, request).then(
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

interface Desk {
  readMetrics(): Promise<string>;
  readAudit(): Promise<string>;
  /** Null for an address that is none of the page's, and where no token is set. */
  askPage(request: http.IncomingMessage): Promise<Answer | null>;
}

/** Does one piece of work at a time, in the order in which it was asked for. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Whoever asks while the work is under way gets its result. */
function share<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}

/** What a page of another site makes a browser ask for: no answer that it cannot read is worth the work. */
function isForeign({ headers }: http.IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

async function answer(desk: Desk, request: http.IncomingMessage): Promise<Answer> {
  const text = (status: number, body: string): Answer => ({ status, type: "text/plain; charset=utf-8", body });
  // Refuses other host names: a foreign page can point its own name here.
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return text(403, "only for this machine\n");
  if (isForeign(request)) return text(403, "type the address: this answers no other page's links\n");
  const page = await desk.askPage(request);
  if (page !== null) return page;
  if (request.method !== "GET") return text(405, "only GET\n");
  switch (request.url ?? "") {
    case "/metrics":
      return text(200, await desk.readMetrics());
    case "/audit":
      return { status: 200, type: "application/json", body: await desk.readAudit() };
    default:
      return text(404, "pages: /metrics /audit\n");
  }
}
