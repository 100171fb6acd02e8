import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { App } from "../app.ts";
import { auditDatabase } from "../ledger/audit/auditDatabase.ts";
import {
  carryOutCommand,
  type CommandName,
  type CommandRequest,
  isCommandName,
} from "#server/operator/carryOutCommand.ts";
import { ActionRefused } from "#server/operator/decision.ts";
import { type Answer, readBody, toCommandApp } from "./answer.ts";
import { servePage } from "./page/servePage.ts";
import { OperatorSessions } from "./page/sessions.ts";
import { formatMetrics } from "./formatMetrics.ts";

/** The running server writes its operators' port to this file, for commands on the same data folder. */
export const ADMIN_PORT_FILE = "admin.port";
/** File with the token for bookings. Only the owner of the data folder can read it. */
export const ADMIN_TOKEN_FILE = "admin.token";

const TOKEN_BYTES = 32;

export interface RunningAdmin {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` (text) and `/audit` (JSON, an `AuditReport`) on 127.0.0.1, and with `OPERATOR_TOKEN` the operators' page
 * at `/`. On the embedded database, which only this process can open, the port is written to the data folder, with a token
 * for the actions of operators (`/assign`, …: JSON, a `CommandRequest`). Rejects when the port is taken.
 */
export async function startAdmin(app: App): Promise<RunningAdmin> {
  const token = Buffer.from(app.random.bytes(TOKEN_BYTES)).toString("base64url");
  const { operatorToken } = app.config;
  const sessions = operatorToken === null ? null : new OperatorSessions(app, operatorToken);
  const server = http.createServer((request, response) => {
    answer(app, request, { token, sessions }).then(
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
  const tokenFile = path.join(app.config.dataDir, ADMIN_TOKEN_FILE);
  const file = app.database.isEmbedded ? path.join(app.config.dataDir, ADMIN_PORT_FILE) : null;
  if (file !== null) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(tokenFile, `${token}\n`, { mode: 0o600 });
    await writeFile(file, `${port}\n`);
  }
  return {
    port,
    async stop() {
      if (file !== null) await Promise.all([rm(file, { force: true }), rm(tokenFile, { force: true })]);
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Access {
  /** Of the data folder, for commands. */
  token: string;
  /** Of the page; null where no token is set. */
  sessions: OperatorSessions | null;
}

async function answer(app: App, request: http.IncomingMessage, { token, sessions }: Access): Promise<Answer> {
  const text = (status: number, body: string): Answer => ({ status, type: "text/plain; charset=utf-8", body });
  // Refuses other host names: a foreign page can point its own name here.
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return text(403, "only for this machine\n");
  const page = sessions === null ? null : await servePage(app, sessions, request);
  if (page !== null) return page;
  const command = request.url?.slice(1) ?? "";
  if (request.method === "POST" && isCommandName(command)) return answerCommand(app, request, token, command);
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

/** Carries out an operator's command for a caller with the token: 200 with the result, or 422 with the reason for refusing. */
async function answerCommand(
  app: App,
  request: http.IncomingMessage,
  token: string,
  command: CommandName,
): Promise<Answer> {
  const json = (status: number, body: unknown): Answer => ({
    status,
    type: "application/json",
    body: JSON.stringify(body),
  });
  if (!app.database.isEmbedded || !isToken(request.headers.authorization, token)) {
    return json(403, { reason: "The token of the data folder is needed." });
  }
  const body = await readBody(request);
  if (body === null) return json(413, { reason: "The request is too large." });
  try {
    return json(200, await carryOutCommand(toCommandApp(app), command, JSON.parse(body) as CommandRequest));
  } catch (error) {
    if (error instanceof ActionRefused) return json(422, { reason: error.message });
    throw error;
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
