import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { SolanaView } from "./solanaChain.ts";
import { acceptKey, readFrame, writePong, writeText } from "./socketFrames.ts";

/** How often subscriptions are looked at. */
const LOOK_MS = 50;
const METHOD_NOT_FOUND = -32_601;

interface Subscription {
  readonly id: number;
  readonly signature: string;
  readonly commitment: "processed" | "confirmed" | "finalized";
}

/** The WebSocket of a Solana node: it tells when a signature has reached a commitment level, and nothing else. */
export function createSubscriptionServer(view: SolanaView): Server {
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => serve(view, request, socket));
  return server;
}

function serve(view: SolanaView, request: IncomingMessage, socket: Duplex): void {
  const accept = acceptKey(request.headers["sec-websocket-key"] ?? "");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let received: Buffer = Buffer.alloc(0);
  let subscriptions: Subscription[] = [];
  let lastId = 0;
  const tell = (value: unknown) => socket.write(writeText(JSON.stringify({ jsonrpc: "2.0", ...(value as object) })));

  function look(): void {
    for (const subscription of subscriptions) {
      const { id, signature, commitment } = subscription;
      const { slot } = view.readHead(commitment);
      const found = view.findTransaction(signature);
      if (found === null || found.slot > slot) continue;
      // A subscription to a signature ends with its one answer.
      subscriptions = subscriptions.filter((other) => other !== subscription);
      const result = { context: { slot }, value: { err: found.error } };
      tell({ method: "signatureNotification", params: { result, subscription: id } });
    }
  }

  function answer(text: string): void {
    const { id, method, params } = JSON.parse(text) as { id?: unknown; method?: unknown; params?: unknown };
    // A notification, such as a client's ping, gets no answer.
    if (id === undefined) return;
    const [first, config] = Array.isArray(params) ? (params as unknown[]) : [];
    if (method === "signatureSubscribe") {
      lastId += 1;
      const { commitment } = (config ?? {}) as { commitment?: Subscription["commitment"] };
      subscriptions.push({ id: lastId, signature: String(first), commitment: commitment ?? "finalized" });
      tell({ id, result: lastId });
    } else if (method === "signatureUnsubscribe") {
      subscriptions = subscriptions.filter((subscription) => subscription.id !== first);
      tell({ id, result: true });
    } else {
      tell({ id, error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
    }
  }

  const looking = setInterval(look, LOOK_MS);
  const end = (): void => {
    clearInterval(looking);
    socket.destroy();
  };
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    try {
      for (let read = readFrame(received); read !== null; read = readFrame(received)) {
        received = read.rest;
        const { kind, payload } = read.frame;
        if (kind === "text") answer(payload.toString("utf8"));
        else if (kind === "ping") socket.write(writePong(payload));
        else if (kind === "close") end();
      }
    } catch {
      end();
    }
  });
  socket.on("error", end);
  socket.on("close", end);
}
