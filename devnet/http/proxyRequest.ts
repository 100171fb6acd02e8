import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { request as sendRequest } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { readBody } from "./readJson.ts";
import { sendJson } from "./send.ts";

const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export interface ProxyOptions {
  readonly port: number;
  /** Edits an HTML answer on its way to the browser. */
  readonly editHtml?: (html: string) => string;
}

/**
 * Forwards a request to a process on this machine with the client's address, and returns its answer. Each uses its own
 * connection: the other side may close a kept one just as it is reused, and a request cannot be sent twice.
 */
export function proxyRequest(request: IncomingMessage, response: ServerResponse, options: ProxyOptions): void {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HOP_BY_HOP.has(name)) headers[name] = value;
  }
  headers["x-forwarded-for"] = request.socket.remoteAddress ?? "127.0.0.1";
  headers["x-forwarded-proto"] = "http";
  headers["x-forwarded-host"] = request.headers.host ?? "localhost";
  if (options.editHtml !== undefined) {
    // An edited page has another length and another tag, and must not be compressed.
    for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "range"]) delete headers[name];
  }
  const upstream = sendRequest(
    { host: "127.0.0.1", port: options.port, method: request.method, path: request.url, headers, agent: false },
    (answer) => {
      const isHtml = (answer.headers["content-type"] ?? "").startsWith("text/html");
      if (options.editHtml === undefined || !isHtml) {
        response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer));
        answer.pipe(response);
        answer.on("error", () => response.destroy());
        return;
      }
      const edit = options.editHtml;
      sendEdited(answer, response, request.method === "HEAD", edit).catch(() => response.destroy());
    },
  );
  upstream.on("error", (error) => {
    if (response.headersSent) response.destroy();
    else
      sendJson(response, 502, { code: 502, msg: `Nothing answers behind the gateway: ${error.message}`, data: null });
  });
  response.on("close", () => {
    if (!response.writableFinished) upstream.destroy();
  });
  request.pipe(upstream);
}

async function sendEdited(
  answer: IncomingMessage,
  response: ServerResponse,
  isHead: boolean,
  edit: (html: string) => string,
): Promise<void> {
  const html = Buffer.from(edit((await readBody(answer)).toString("utf8")), "utf8");
  const headers = { ...withoutHopByHop(answer), "content-length": html.length, "cache-control": "no-store" };
  for (const name of ["etag", "last-modified"]) Reflect.deleteProperty(headers, name);
  response.writeHead(answer.statusCode ?? 502, headers);
  response.end(isHead ? undefined : html);
}

function withoutHopByHop(answer: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

/** Connects a browser's WebSocket with the Vite server, byte for byte. */
export function proxyUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const upstream = connect(port, "127.0.0.1", () => {
    const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  const end = (): void => {
    upstream.destroy();
    socket.destroy();
  };
  upstream.on("error", end);
  socket.on("error", end);
  socket.on("close", end);
}
