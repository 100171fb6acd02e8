import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ConfirmationRefused, type ConfirmationRequest, confirmReport } from "../antiFraud/confirmReport.ts";
import type { App } from "../app.ts";
import { auditDatabase } from "../ledger/audit/auditDatabase.ts";
import { AssignmentRefused, assignMoney } from "#server/payments/assignMoney.ts";
import {
  carryOutCommand,
  type CommandApp,
  type CommandRequest,
  isCommandName,
} from "#server/operator/carryOutCommand.ts";
import { ActionRefused } from "#server/operator/decision.ts";
import { formatMetrics } from "./formatMetrics.ts";
import { type AssignmentRequest, readAssignment } from "./readAssignment.ts";

/** The running server writes its operators' port to this file, for commands on the same data folder. */
export const ADMIN_PORT_FILE = "admin.port";
/** File with the token for bookings. Only the owner of the data folder can read it. */
export const ADMIN_TOKEN_FILE = "admin.token";

const TOKEN_BYTES = 32;
const MAX_BODY_BYTES = 10_000;

export interface RunningAdmin {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` (text) and `/audit` (JSON, an `AuditReport`) on 127.0.0.1. On the embedded database, which only
 * this process can open, the port is written to the data folder, with a token for `/assign`, `/confirm-report` and the
 * other actions of operators (JSON, an `AssignmentRequest`, a `ConfirmationRequest`, a `CommandRequest`). Rejects when the
 * port is taken.
 */
export async function startAdmin(app: App): Promise<RunningAdmin> {
  const token = Buffer.from(app.random.bytes(TOKEN_BYTES)).toString("base64url");
  const server = http.createServer((request, response) => {
    answer(app, request, token).then(
      ({ status, type, body }) => response.writeHead(status, { "content-type": type }).end(body),
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

interface Answer {
  status: number;
  type: string;
  body: string;
}

async function answer(app: App, request: http.IncomingMessage, token: string): Promise<Answer> {
  const text = (status: number, body: string): Answer => ({ status, type: "text/plain; charset=utf-8", body });
  // Refuses other host names: a foreign page can point its own name here.
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return text(403, "only for this machine\n");
  if (request.method === "POST" && request.url === "/assign") return answerCommand(app, request, token, assign);
  if (request.method === "POST" && request.url === "/confirm-report")
    return answerCommand(app, request, token, confirm);
  const command = request.url?.slice(1) ?? "";
  if (request.method === "POST" && isCommandName(command)) {
    const act = (_: App, asked: unknown) => carryOutCommand(toCommandApp(app), command, asked as CommandRequest);
    return answerCommand(app, request, token, act);
  }
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

const assign = (app: App, asked: unknown) => assignMoney(app, readAssignment(asked as AssignmentRequest));
const confirm = (app: App, asked: unknown) => confirmReport(app, asked as ConfirmationRequest);

function toCommandApp(app: App): CommandApp {
  return { ...app, reachChain: async (coinType) => app.chains[coinType]?.chain ?? null };
}

/** Whether the operator, not the server, has to do something about an error. */
function isRefusal(error: unknown): error is Error {
  return error instanceof ActionRefused || error instanceof AssignmentRefused || error instanceof ConfirmationRefused;
}

/** Carries out an operator's command for a caller with the token: 200 with the result, or 422 with the reason for refusing. */
async function answerCommand(
  app: App,
  request: http.IncomingMessage,
  token: string,
  carryOut: (app: App, asked: unknown) => Promise<unknown>,
): Promise<Answer> {
  const json = (status: number, body: unknown): Answer => ({
    status,
    type: "application/json",
    body: JSON.stringify(body),
  });
  if (!app.database.isEmbedded || !isToken(request.headers.authorization, token)) {
    return json(403, { reason: "The token of the data folder is needed." });
  }
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return json(413, { reason: "The request is too large." });
  }
  try {
    return json(200, await carryOut(app, JSON.parse(Buffer.concat(chunks).toString())));
  } catch (error) {
    if (isRefusal(error)) return json(422, { reason: error.message });
    throw error;
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
