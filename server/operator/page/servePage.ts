import type http from "node:http";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { carryOutCommand, type CommandApp, type CommandRequest, isCommandName } from "#server/operator/commands.ts";
import { ActionRefused } from "#server/operator/decision.ts";
import { readPageStyle } from "./html.ts";
import { readHistory } from "#server/records/life.ts";
import { readOverview } from "./readOverview.ts";
import { renderLife } from "./renderLife.ts";
import { renderLogin, renderPage } from "./renderPage.ts";
import { isSame, type OperatorSession, type OperatorSessions } from "./sessions.ts";

const COOKIE = "hongbaoOperator";
const MAX_BODY_BYTES = 10_000;

/** What the operators' port answers to one request. */
export interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Answers the operators' page: `/`, its login, its actions, and `/life?id=` of one envelope, order or payout. Null for any other address. A form counts only from the
 * page itself: its origin is this host, and it carries the session's own token. What only reads the database does so in turns.
 */
export async function servePage(
  app: App,
  sessions: OperatorSessions,
  request: http.IncomingMessage,
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Answer | null> {
  const url = request.url ?? "";
  const sessionId = readCookie(request.headers.cookie ?? "");
  const session = sessions.find(sessionId);
  if (request.method === "GET" && url === "/") {
    return session === null
      ? show(app, (frame) => renderLogin(frame, false))
      : takeTurn(() => showOverview(app, session));
  }
  if (request.method === "GET" && url.startsWith("/life?")) {
    const id = new URLSearchParams(url.slice("/life?".length)).get("id") ?? "";
    return session === null ? goBack() : takeTurn(() => showLife(app, id));
  }
  if (request.method !== "POST" || !/^\/(login|logout|do\/[a-z-]+)$/.test(url)) return null;
  if (request.headers.origin !== `http://${request.headers.host}`) return refuse("only from the page itself\n");
  const body = await readBody(request);
  if (body === null) return { ...refuse("the request is too large\n"), status: 413 };
  const form = Object.fromEntries(new URLSearchParams(body));
  if (url === "/login") {
    const opened = sessions.open(form["token"] ?? "");
    if (opened === null) return { ...(await show(app, (frame) => renderLogin(frame, true))), status: 403 };
    return goBack({ "set-cookie": `${COOKIE}=${opened}; Path=/; HttpOnly; SameSite=Strict` });
  }
  if (session === null) return goBack();
  if (!isSame(form["formToken"] ?? "", session.formToken)) return refuse("the form is of another session\n");
  if (url === "/logout") {
    sessions.close(sessionId);
    return goBack({ "set-cookie": `${COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0` });
  }
  await act(app, session, url.slice("/do/".length), form);
  return goBack();
}

async function act(app: App, session: OperatorSession, name: string, form: Record<string, string>): Promise<void> {
  const { operator = "", reason = "" } = form;
  session.operator = operator;
  try {
    const isDryRun = form["check"] !== undefined;
    session.notice = {
      text: await carryOut(app, name, { operator, reason, isDryRun, values: form }),
      isRefusal: false,
    };
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    session.notice = { text: error.message, isRefusal: true };
  }
}

/** Answers what was done or would be, for the operator. */
async function carryOut(app: App, name: string, request: CommandRequest): Promise<string> {
  if (!isCommandName(name)) return "There is no such action.";
  const commandApp: CommandApp = { ...app, reachChain: async (coinType) => app.chains[coinType]?.chain ?? null };
  const { summary, isRepeat, isDone } = await carryOutCommand(commandApp, name, request);
  if (isRepeat) return `It was so already: ${summary}`;
  return isDone ? `Done (${name}): ${summary}` : `Nothing is done yet (${name}): ${summary}`;
}

async function showOverview(app: App, session: OperatorSession): Promise<Answer> {
  const overview = await readOverview(app);
  const answer = await show(app, (frame) => renderPage({ ...frame, overview, session, now: app.clock.now() }));
  session.notice = null;
  return answer;
}

async function showLife(app: App, asked: string): Promise<Answer> {
  const id = asked.trim();
  const history = await readHistory(app.database.kysely, id);
  return show(app, (frame) => renderLife(frame, id, history));
}

async function show(app: App, render: (frame: { style: string; nonce: string }) => string): Promise<Answer> {
  const nonce = createId(app.random);
  const body = render({ style: await readPageStyle(), nonce });
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = { "content-security-policy": policy.join("; "), ...PRIVATE };
  return { status: 200, type: "text/html; charset=utf-8", body, headers };
}

/** `same-origin`: without a referrer a browser would not name the page's origin with its forms. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function goBack(headers: Record<string, string> = {}): Answer {
  return {
    status: 303,
    type: "text/plain; charset=utf-8",
    body: "",
    headers: { location: "/", ...PRIVATE, ...headers },
  };
}

function refuse(body: string): Answer {
  return { status: 403, type: "text/plain; charset=utf-8", body };
}

/** The text of a request, or null for one that is too large. */
async function readBody(request: http.IncomingMessage): Promise<string | null> {
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return null;
  }
  return Buffer.concat(chunks).toString();
}

function readCookie(header: string): string {
  const pair = header.split(";").find((part) => part.trim().startsWith(`${COOKIE}=`));
  return pair?.trim().slice(COOKIE.length + 1) ?? "";
}
