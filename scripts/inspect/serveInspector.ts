import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { ASK_PATH, MAY_NOT_TELL, MAY_TELL } from "#src/inspector/socketPort.ts";

const HOST = "127.0.0.1";
const STATELY_ORIGIN = "https://stately.ai";
/** Longer than any chart with its snapshot. */
const MAX_MESSAGE_BYTES = 16_000_000;
/** Actors whose chart and last snapshot are kept for those who open the page later. */
const MAX_ACTORS = 2000;

/** The page of the inspector: what the app tells is handed to Stately's frame, and to no other. */
const PAGE = `<!doctype html>
<meta charset="utf-8" />
<title>Stately inspector</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; }</style>
<iframe title="Stately inspector" src="${STATELY_ORIGIN}/inspect"></iframe>
<script>
  const frame = document.querySelector("iframe");
  const hand = (message) => frame.contentWindow.postMessage(message, "${STATELY_ORIGIN}");
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== "${STATELY_ORIGIN}" || source !== frame.contentWindow) return;
    if (data?.type !== "@statelyai.connected") return;
    const socket = new WebSocket("ws://" + location.host + "/watch");
    socket.onmessage = (event) => hand(JSON.parse(event.data));
  });
</script>
`;

/** A name that leads here may be anybody's. */
function isOwnHost({ headers: { host } }: IncomingMessage): boolean {
  return /^127\.0\.0\.1(?::\d+)?$/u.test(host ?? "");
}

/**
 * A page of another site must neither listen nor tell; a program on this machine sends no origin. Browsers lead every
 * name below `localhost` to this machine, and each person of the local messenger has one.
 */
function isFromThisMachine(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  const name = origin === undefined ? "localhost" : (URL.parse(origin)?.hostname ?? "");
  return isOwnHost(request) && (name === HOST || /^(?:[a-z0-9-]+\.)*localhost$/u.test(name));
}

/** Whether an app may tell: one of this machine, or one that was given the code, as one behind a tunnel. */
function mayTell(request: IncomingMessage, code: string): boolean {
  const given = readUrl(request).searchParams.get("code") ?? "";
  const isPaired = given.length === code.length && timingSafeEqual(Buffer.from(given), Buffer.from(code));
  return isFromThisMachine(request) || (isOwnHost(request) && isPaired);
}

function readUrl({ url }: IncomingMessage): URL {
  return new URL(url ?? "/", "http://localhost");
}

/** Four bytes: a page that guesses is told no after each try, and closed. */
function makeCode(): string {
  return randomBytes(4).toString("hex");
}

interface Message {
  type: string;
  sessionId: string;
}

function readMessage(text: string): Message | null {
  try {
    const value = JSON.parse(text) as Partial<Message> | null;
    const { type, sessionId } = value ?? {};
    return typeof type === "string" && typeof sessionId === "string" ? { type, sessionId } : null;
  } catch {
    return null;
  }
}

/**
 * Relays what apps tell to everybody who watches, on the loopback address alone. Who comes later is told of each actor's
 * chart and last snapshot first.
 */
export async function serveInspector(port: number): Promise<{ url: string; code: string; close: () => void }> {
  const code = makeCode();
  const charts = new Map<string, string>();
  const snapshots = new Map<string, string>();
  const watchers = new Set<WebSocket>();
  const server = createServer((request, response) => {
    const isPage = request.url === "/" && isFromThisMachine(request);
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(isPage ? PAGE : "");
  });
  const sockets = new WebSocketServer({
    server,
    maxPayload: MAX_MESSAGE_BYTES,
    // A page learns nothing of why a socket was not opened, so a question whether it may tell is opened to answer it.
    verifyClient: ({ req }: { req: IncomingMessage }) => {
      const { pathname } = readUrl(req);
      if (pathname === "/watch") return isFromThisMachine(req);
      return pathname === ASK_PATH ? isOwnHost(req) : mayTell(req, code);
    },
  });

  const relay = (text: string): void => {
    const message = readMessage(text);
    if (message === null) return;
    const { type, sessionId } = message;
    if (type === "@xstate.actor") charts.set(sessionId, text);
    // Without its chart, an actor's snapshot says nothing to who comes later.
    if (type === "@xstate.snapshot" && charts.has(sessionId)) snapshots.set(sessionId, text);
    const [oldest] = charts.keys();
    if (charts.size > MAX_ACTORS && oldest !== undefined) {
      charts.delete(oldest);
      snapshots.delete(oldest);
    }
    for (const watcher of watchers) if (watcher.readyState === WebSocket.OPEN) watcher.send(text);
  };
  sockets.on("connection", (socket, request) => {
    const { pathname } = readUrl(request);
    // A broken or too long message ends its connection, not the relay.
    socket.on("error", () => socket.terminate());
    if (pathname === ASK_PATH) {
      const origin = request.headers.origin ?? "no origin";
      if (mayTell(request, code)) socket.close(MAY_TELL, "welcome");
      else socket.close(MAY_NOT_TELL, `${origin.slice(0, 60)} needs the code that it shows`);
      return;
    }
    if (pathname !== "/watch") {
      // By default `ws` hands each message over as a buffer.
      socket.on("message", (data: Buffer) => relay(data.toString("utf8")));
      return;
    }
    for (const text of [...charts.values(), ...snapshots.values()]) socket.send(text);
    watchers.add(socket);
    socket.on("close", () => watchers.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  const close = (): void => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  };
  return { code, url: `http://${HOST}:${String((server.address() as AddressInfo).port)}/`, close };
}
