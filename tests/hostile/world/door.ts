import http from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { listen, type Listener } from "#tests/support/listen.ts";

/** One call as it comes to a door. */
export interface DoorCall {
  /** Of JSON-RPC, else the last part of the path, e.g. `sendMessage` or `gettransactionbyid`. */
  name: string;
  body: string;
}

export interface DoorAnswer {
  status: number;
  body: string;
}

/** What a door does with a call, beside passing it on. `null` cuts the connection. */
export type Mood = (call: DoorCall, pass: () => Promise<DoorAnswer>) => Promise<DoorAnswer | null>;

/** Stands before an honest HTTP service, whose mood a fault changes. */
export interface Door extends Listener {
  /** null passes everything on. */
  mood: Mood | null;
}

const PATIENCE_MS = 30_000;

/** @param target its path is a prefix of what is asked for */
export async function startDoor(target: string): Promise<Door> {
  const server = http.createServer((request, response) => {
    const mood = door.mood;
    void (async () => {
      const body = (await buffer(request)).toString();
      const name = readName(request.url ?? "/", body);
      const pass = () => passOn(`${target}${request.url === "/" ? "" : (request.url ?? "")}`, request, body);
      const answer = mood === null ? await pass() : await mood({ name, body }, pass);
      if (answer === null) request.socket.destroy();
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    })().catch(() => request.socket.destroy());
  });
  const door: Door = { ...(await listen(server)), mood: null };
  return door;
}

function readName(path: string, body: string): string {
  const method = /"method"\s*:\s*"(\w+)"/.exec(body)?.[1];
  return method ?? new URL(path, "http://door").pathname.split("/").at(-1) ?? "";
}

async function passOn(url: string, { method = "GET" }: http.IncomingMessage, body: string): Promise<DoorAnswer> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json" },
    ...(method === "GET" ? {} : { body }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, body: await response.text() };
}

export const CUT: Mood = async () => null;

/** Answers late, but right. */
export function delay(delayMs: number): Mood {
  return async (_, pass) => {
    await wait(delayMs);
    return pass();
  };
}

export function refuse(status: number, body = "{}"): Mood {
  return async () => ({ status, body });
}

/** A node that stands still: each question gets the answer that it got first. */
export function freeze(): Mood {
  const known = new Map<string, DoorAnswer>();
  return async ({ body, name }, pass) => {
    const key = `${name} ${body.replace(/"id"\s*:\s*("[^"]*"|\d+)/, "")}`;
    const answer = known.get(key) ?? (await pass());
    known.set(key, answer);
    return answer;
  };
}

/** Changes the text of what is answered. */
export function rewrite(change: (call: DoorCall, body: string) => string): Mood {
  return async (call, pass) => {
    const { status, body } = await pass();
    return { status, body: change(call, body) };
  };
}
