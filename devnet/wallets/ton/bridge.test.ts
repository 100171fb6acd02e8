import { createServer } from "node:http";
import type { Server } from "node:http";
import { Base64, hexToByteArray, SessionCrypto } from "@tonconnect/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { TonBridge } from "./bridge.ts";

const APP = "a".repeat(64);
const WALLET = "b".repeat(64);
const NOBODY = "c".repeat(64);

interface Heard {
  readonly id: number;
  readonly from: string;
  readonly message: string;
}

let nowMs: number;
let bridge: TonBridge;
let server: Server;
let url: string;
const closings: (() => void)[] = [];

beforeEach(async () => {
  nowMs = 1_000_000;
  bridge = new TonBridge(() => nowMs);
  server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://localhost");
    void bridge.answer(asked.pathname.slice(1), asked, request, response);
  });
  url = `http://127.0.0.1:${await listenLocally(server, 0)}`;
});
afterEach(() => {
  for (const close of closings.splice(0)) close();
  server.closeAllConnections();
  server.close();
});

function post(query: Readonly<Record<string, string>>, message = "sealed"): Promise<Response> {
  return fetch(`${url}/message?${new URLSearchParams(query)}`, { method: "POST", body: message });
}

async function send(from: string, to: string, message: string, ttl = 300): Promise<void> {
  const answer = await post({ client_id: from, to, ttl: String(ttl) }, message);
  expect([answer.status, await answer.json()]).toEqual([200, { message: "OK", statusCode: 200 }]);
}

/** Reads the stream of events of a client, as an app or a wallet does. */
async function listen(query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const ended = new AbortController();
  closings.push(() => ended.abort());
  const answer = await fetch(`${url}/events?${new URLSearchParams(query)}`, { signal: ended.signal, headers });
  const heard: Heard[] = [];
  const read = async (): Promise<void> => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += part.value;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const fields = new Map(event.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        if (fields.get("event") !== "message") continue;
        const data = JSON.parse(fields.get("data") ?? "{}") as Omit<Heard, "id">;
        heard.push({ id: Number(fields.get("id")), ...data });
      }
    }
  };
  read().catch(() => undefined);
  return { answer, heard, close: () => ended.abort() };
}

const readMessages = (heard: readonly Heard[]): readonly string[] => heard.map(({ message }) => message);

describe("TonBridge", () => {
  it("passes a message on to whoever listens for it, and to nobody else", async () => {
    const wallet = await listen({ client_id: WALLET });
    const other = await listen({ client_id: NOBODY });
    expect(wallet.answer.headers.get("content-type")).toBe("text/event-stream");
    expect(wallet.answer.headers.get("access-control-allow-origin")).toBe("*");
    await send(APP, WALLET, "first");
    await send(APP, WALLET, "second");
    await expect.poll(() => wallet.heard).toHaveLength(2);
    expect(wallet.heard.map(({ from, message }) => [from, message])).toEqual([
      [APP, "first"],
      [APP, "second"],
    ]);
    expect(wallet.heard[1]?.id).toBeGreaterThan(wallet.heard[0]?.id ?? Infinity);
    expect(other.heard).toEqual([]);
  });

  it("listens for several clients by one stream, and stops when it is closed", async () => {
    const both = await listen({ client_id: `${WALLET},${NOBODY}` });
    await send(APP, NOBODY, "to one");
    await send(APP, WALLET, "to the other");
    await expect.poll(() => readMessages(both.heard)).toEqual(["to one", "to the other"]);
    both.close();
    await send(APP, WALLET, "too late");
    const later = await listen({ client_id: WALLET, last_event_id: String(both.heard[1]?.id) });
    await expect.poll(() => readMessages(later.heard)).toEqual(["too late"]);
    expect(both.heard).toHaveLength(2);
  });

  it("keeps messages for those who listen later, as long as each is to live", async () => {
    await send(APP, WALLET, "short", 10);
    await send(APP, WALLET, "long", 300);
    nowMs += 10_000;
    const wallet = await listen({ client_id: WALLET });
    await expect.poll(() => readMessages(wallet.heard)).toEqual(["long"]);
    nowMs += 290_000;
    await send(APP, WALLET, "new");
    const later = await listen({ client_id: WALLET });
    await expect.poll(() => readMessages(later.heard)).toEqual(["new"]);
  });

  it("tells again only what comes after the last event that was heard", async () => {
    for (const message of ["first", "second", "third"]) await send(APP, WALLET, message);
    const all = await listen({ client_id: WALLET });
    await expect.poll(() => all.heard).toHaveLength(3);
    const [first, second] = all.heard.map(({ id }) => String(id));
    const byQuery = await listen({ client_id: WALLET, last_event_id: first ?? "" });
    await expect.poll(() => readMessages(byQuery.heard)).toEqual(["second", "third"]);
    const byHeader = await listen({ client_id: WALLET }, { "last-event-id": second ?? "" });
    await expect.poll(() => readMessages(byHeader.heard)).toEqual(["third"]);
  });

  it("counts on over a restart, so that nothing is held for heard", async () => {
    const listener = await listen({ client_id: WALLET });
    await send(APP, WALLET, "before");
    await expect.poll(() => listener.heard).toHaveLength(1);
    nowMs += 1_000;
    bridge = new TonBridge(() => nowMs);
    await send(APP, WALLET, "after");
    const later = await listen({ client_id: WALLET, last_event_id: String(listener.heard[0]?.id) });
    await expect.poll(() => readMessages(later.heard)).toEqual(["after"]);
  });

  it.each([
    ["no client", { to: WALLET, ttl: "300" }],
    ["a malformed client", { client_id: "A".repeat(64), to: WALLET, ttl: "300" }],
    ["one malformed client of two", { client_id: `${APP},x`, to: WALLET, ttl: "300" }],
    ["nobody to send to", { client_id: APP, ttl: "300" }],
    ["a malformed receiver", { client_id: APP, to: "b".repeat(63), ttl: "300" }],
    ["no time to live", { client_id: APP, to: WALLET }],
    ["no number as the time to live", { client_id: APP, to: WALLET, ttl: "soon" }],
    ["an ended time to live", { client_id: APP, to: WALLET, ttl: "0" }],
    ["too long a time to live", { client_id: APP, to: WALLET, ttl: "301" }],
  ])("refuses a message with %s", async (_, query: Readonly<Record<string, string>>) => {
    const wallet = await listen({ client_id: WALLET });
    const answer = await post(query);
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.any(String), statusCode: 400 }]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    await send(APP, WALLET, "a good one");
    await expect.poll(() => readMessages(wallet.heard)).toEqual(["a good one"]);
  });

  it("refuses an empty message, a listener without a name, and what it does not know", async () => {
    expect((await post({ client_id: APP, to: WALLET, ttl: "300" }, "")).status).toBe(400);
    expect((await fetch(`${url}/events`)).status).toBe(400);
    expect((await fetch(`${url}/events?client_id=${APP}`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${url}/message?client_id=${APP}&to=${WALLET}&ttl=300`)).status).toBe(404);
    expect((await fetch(`${url}/other?client_id=${APP}`)).status).toBe(404);
  });

  it("loses messages while it is away, and answers that it is", async () => {
    bridge.isUp = false;
    expect((await post({ client_id: APP, to: WALLET, ttl: "300" })).status).toBe(503);
    expect((await fetch(`${url}/events?client_id=${WALLET}`)).status).toBe(503);
    bridge.send(WALLET, { from: APP, message: "lost" }, 300);
    bridge.isUp = true;
    await send(APP, WALLET, "back");
    const wallet = await listen({ client_id: WALLET });
    await expect.poll(() => readMessages(wallet.heard)).toEqual(["back"]);
  });

  it("joins an app and a wallet that seal what they say", async () => {
    const app = new SessionCrypto();
    const wallet = new SessionCrypto();
    const seal = (from: SessionCrypto, to: SessionCrypto, text: string): string =>
      Base64.encode(from.encrypt(text, hexToByteArray(to.sessionId)));
    const open = (by: SessionCrypto, { from, message }: Heard): string =>
      by.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(from));
    const atWallet = await listen({ client_id: wallet.sessionId });
    const atApp = await listen({ client_id: app.sessionId });
    await send(app.sessionId, wallet.sessionId, seal(app, wallet, "send a transaction"));
    await expect.poll(() => atWallet.heard.map((heard) => open(wallet, heard))).toEqual(["send a transaction"]);
    await send(wallet.sessionId, app.sessionId, seal(wallet, app, "done"));
    await expect.poll(() => atApp.heard.map((heard) => open(app, heard))).toEqual(["done"]);
  });
});
