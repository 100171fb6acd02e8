import net from "node:net";
import { text } from "node:stream/consumers";
import type { Load, LoadRequest, LoadResult } from "./load.ts";

/*
 * Reads a Load as JSON from standard input, carries it out and writes the LoadResult. Bare sockets: a whole HTTP
 * client would take as much of the processor as the server that is measured.
 */

const HEAD_END = "\r\n\r\n";
const load = JSON.parse(await text(process.stdin)) as Load;
const { hostname, port, host } = new URL(load.url);
const messages = load.requests.map(formatRequest);
const latenciesMs: number[] = [];
const answers: Record<string, number> = {};
let next = 0;

function formatRequest({ method, path, token, body }: LoadRequest): Buffer {
  const content = body === undefined ? "" : JSON.stringify(body);
  const bodyHeaders =
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n${bodyHeaders}\r\n${content}`,
  );
}

function connect(): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => resolve(socket));
    socket.setNoDelay(true);
    socket.once("error", reject);
  });
}

/** Length of the first complete answer in `received`, or null if it is incomplete. */
function findAnswerEnd(received: string): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, headEnd + 2))?.[1];
  if (length === undefined) throw new Error("an answer has no content-length");
  const end = headEnd + HEAD_END.length + Number(length);
  return received.length < end ? null : end;
}

function nameAnswer(answer: string): string {
  const status = answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  if (status !== "200") return `${status} ${/"error":"(\w+)"/.exec(answer)?.[1] ?? ""}`.trim();
  return answer.includes('"alreadyClaimed":true') ? "200 alreadyClaimed" : "200";
}

/** Makes calls on one connection, one after the other, until none is left. */
function callInTurn(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    let sentAt = 0;
    const callNext = () => {
      const message = messages[next];
      next += 1;
      if (message === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(message);
    };
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection")));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const end = findAnswerEnd(received);
      if (end === null) return;
      latenciesMs.push(performance.now() - sentAt);
      const name = nameAnswer(received);
      answers[name] = (answers[name] ?? 0) + 1;
      received = received.slice(end);
      callNext();
    });
    callNext();
  });
}

const sockets: net.Socket[] = [];
while (sockets.length < load.connections) sockets.push(await connect());
const startedAt = performance.now();
await Promise.all(sockets.map(callInTurn));
const durationMs = performance.now() - startedAt;
latenciesMs.sort((a, b) => a - b);
const findPercentile = (share: number) => latenciesMs[Math.ceil(latenciesMs.length * share) - 1] ?? 0;
const result: LoadResult = { durationMs, p50Ms: findPercentile(0.5), p99Ms: findPercentile(0.99), answers };
process.stdout.write(JSON.stringify(result));
