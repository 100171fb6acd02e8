import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "#devnet/http/readJson.ts";
import { sendJson } from "#devnet/http/send.ts";

/** One message between an app and a wallet. The bridge cannot read it. */
export interface BridgeMessage {
  /** Public keys in hex. */
  readonly from: string;
  readonly message: string;
}

interface KeptMessage extends BridgeMessage {
  readonly id: number;
  readonly to: string;
  readonly endsAtMs: number;
}

const HEARTBEAT_MS = 5_000;
const MAX_TTL_S = 300;
const CLIENT_ID = /^[0-9a-f]{64}$/;
const FOR_EVERYONE = { "access-control-allow-origin": "*", "cache-control": "no-store" };

/** The HTTP bridge of TON Connect: passes encrypted messages on, over server-sent events, and keeps them for a while. */
export class TonBridge {
  readonly #now: () => number;
  readonly #readers = new Map<string, Set<(message: KeptMessage) => void>>();
  #kept: KeptMessage[] = [];
  #lastId: number;
  /** While false, messages are lost. */
  isUp = true;

  constructor(now: () => number) {
    this.#now = now;
    // Ids go on rising over a restart, as an app asks for those after the last that it has seen.
    this.#lastId = now();
  }

  send(to: string, message: BridgeMessage, ttlSeconds: number): void {
    if (!this.isUp) return;
    this.#lastId += 1;
    const kept = { ...message, to, id: this.#lastId, endsAtMs: this.#now() + ttlSeconds * 1_000 };
    this.#kept = [...this.#kept.filter(({ endsAtMs }) => endsAtMs > this.#now()), kept];
    for (const tell of this.#readers.get(to) ?? []) tell(kept);
  }

  /** @returns a function that ends it */
  listen(clientId: string, afterId: number, tell: (message: KeptMessage) => void): () => void {
    const readers = this.#readers.get(clientId) ?? new Set();
    this.#readers.set(clientId, readers.add(tell));
    for (const kept of this.#kept)
      if (kept.to === clientId && kept.id > afterId && kept.endsAtMs > this.#now()) tell(kept);
    return () => void readers.delete(tell);
  }

  /** Answers `/events` and `/message`. */
  async answer(name: string, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [header, value] of Object.entries(FOR_EVERYONE)) response.setHeader(header, value);
    const clientIds = (url.searchParams.get("client_id") ?? "").split(",");
    if (!this.isUp) sendJson(response, 503, { message: "the bridge is away", statusCode: 503 });
    else if (!clientIds.every((clientId) => CLIENT_ID.test(clientId))) {
      sendJson(response, 400, { message: "client_id is missing or malformed", statusCode: 400 });
    } else if (name === "events" && request.method === "GET") this.#stream(clientIds, url, request, response);
    else if (name === "message" && request.method === "POST") await this.#take(clientIds, url, request, response);
    else sendJson(response, 404, { message: "not found", statusCode: 404 });
  }

  async #take(
    clientIds: readonly string[],
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const to = url.searchParams.get("to") ?? "";
    const ttl = Number(url.searchParams.get("ttl") ?? "");
    const message = (await readBody(request)).toString("utf8");
    if (!CLIENT_ID.test(to) || !(ttl > 0 && ttl <= MAX_TTL_S) || message === "") {
      sendJson(response, 400, { message: "to, ttl and a message are needed", statusCode: 400 });
      return;
    }
    this.send(to, { from: clientIds[0] ?? "", message }, ttl);
    sendJson(response, 200, { message: "OK", statusCode: 200 });
  }

  #stream(clientIds: readonly string[], url: URL, request: IncomingMessage, response: ServerResponse): void {
    const afterId = Number(url.searchParams.get("last_event_id") ?? request.headers["last-event-id"] ?? "0") || 0;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const write = ({ id, from, message }: KeptMessage): void => {
      response.write(`event: message\nid: ${id}\ndata: ${JSON.stringify({ from, message })}\n\n`);
    };
    const beat = (): void => void response.write("event: heartbeat\n\n");
    beat();
    const ends = clientIds.map((clientId) => this.listen(clientId, afterId, write));
    const beats = setInterval(beat, HEARTBEAT_MS);
    request.on("close", () => {
      clearInterval(beats);
      for (const end of ends) end();
    });
  }
}
