import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { Failure } from "#machines/kit/failure.ts";

import { listen, type Listener } from "#tests/support/listen.ts";

import { createApi } from "./createApi.ts";

let listener: Listener;
let baseUrl = "";
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: "" };
let seen: IncomingHttpHeaders = {};
/** Method, address and body of the last request that was answered whole. */
let sent: string[] = [];
/** When a request has come that gets no whole answer. */
let heard = Promise.resolve();
let hear = () => {};

beforeAll(async () => {
  const server = createServer((request, response) => {
    seen = request.headers;
    if (answer.status === 0) {
      if (answer.body !== "") {
        response.writeHead(200, { "content-type": "application/json" });
        response.write(answer.body);
      }
      hear();
      return;
    }
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      sent = [request.method ?? "", request.url ?? "", body];
      response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
      response.end(answer.body);
    });
  });
  listener = await listen(server);
  baseUrl = `${listener.url}/api`;
});

afterAll(() => listener.stop());

interface Bearer {
  header: string;
  value: string;
}

const onFailure = vi.fn<(failure: Failure, credential: { header: string; value: string } | null) => void>();
let credential: { header: string; value: string } | null = null;

beforeEach(() => {
  onFailure.mockClear();
  credential = null;
});

function readChats(options: { hasToast?: boolean; signal?: AbortSignal } = { hasToast: true }) {
  const api = createApi({ baseUrl, onFailure, getLanguage: () => "zh-CN", getCredential: () => credential });
  return api.get("/v1/chat/list", {}, options.signal, options);
}

/** Status 0 begins an answer with the body, if there is one, and never ends it. */
function reply(status: number, body: object | string, headers?: Record<string, string>) {
  heard = new Promise((resolve) => {
    hear = resolve;
  });
  answer = { status, body: typeof body === "string" ? body : JSON.stringify(body), ...(headers && { headers }) };
}

const page = { items: [], total: 0, nextCursor: null };

describe("createApi", () => {
  it.each([200, 201, 0])("resolves with the data of body code %i", async (code) => {
    reply(200, { code, msg: "ok", data: page });
    await expect(readChats()).resolves.toEqual(page);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("sends query or body, and the key that names an attempt", async () => {
    const api = createApi({ baseUrl, onFailure, getLanguage: () => "en", getCredential: () => null });
    reply(200, { code: 200, msg: "ok", data: page });
    await api.get("/v1/chat/list", { limit: 2, cursor: "a b&c" });
    expect([sent, seen["content-type"]]).toEqual([
      ["GET", "/api/v1/chat/list?limit=2&cursor=a%20b%26c", ""],
      undefined,
    ]);
    await api.post("/v1/order/cancel", { orderId: "o1" }, undefined, { idempotencyKey: "k1" });
    expect(sent).toEqual(["POST", "/api/v1/order/cancel", '{"orderId":"o1"}']);
    expect([seen["content-type"], seen["idempotency-key"]]).toEqual(["application/json", "k1"]);
    await api.post("/v1/telegram/logout", undefined);
    expect([sent, seen["content-type"]]).toEqual([["POST", "/api/v1/telegram/logout", ""], undefined]);
  });

  it("sends the language in lower case and the credential where there is one", async () => {
    reply(200, { code: 200, msg: "ok", data: page });
    await readChats();
    expect(seen["language"]).toBe("zh-cn");
    expect(seen["authorization"]).toBeUndefined();
    credential = { header: "authorization", value: "Bearer abc" };
    await readChats();
    expect(seen["authorization"]).toBe("Bearer abc");
    credential = { header: "x-external-payment-code", value: "code" };
    await readChats();
    expect(seen["x-external-payment-code"]).toBe("code");
    expect(seen["authorization"]).toBeUndefined();
  });

  it.each([
    [401, { code: 401, msg: "x", data: null, error: "unauthorized" }],
    [401, { code: 61, msg: "x", data: null, error: "sessionRevoked" }],
    [200, { code: 61, msg: "x", data: null }],
    [200, { code: 401, msg: "x", data: null }],
    [401, "no JSON"],
  ])("HTTP %i with %j means that the session has ended, also in a call without a toast", async (status, body) => {
    reply(status, body);
    credential = { header: "authorization", value: "Bearer abc" };
    await expect(readChats({})).rejects.toEqual({ kind: "unauthorized" });
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ kind: "unauthorized" }, credential);
  });

  it("blames a refusal on the credential that was sent, although another one holds by then", async () => {
    reply(401, { code: 401, msg: "x", data: null, error: "unauthorized" });
    const former = { header: "authorization", value: "Bearer abc" };
    const later = { header: "authorization", value: "Bearer def" };
    const held = [former, later];
    const api = createApi({ baseUrl, onFailure, getLanguage: () => "en", getCredential: () => held.shift() ?? later });
    await expect(api.get("/v1/chat/list", {})).rejects.toEqual({ kind: "unauthorized" });
    const blamed = onFailure.mock.calls[0]?.[1]?.value;
    expect(seen["authorization"]).toBe(blamed);
  });

  it("asks again, once, with what takes the place of a refused credential, and nobody hears of it", async () => {
    const names = ["authorization", "authorization"] as const;
    const [old, fresh] = names.map((header, index) => ({ header, value: `Bearer ${index}` })) as [Bearer, Bearer];
    const renew = vi.fn<(refused: Bearer) => Promise<Bearer>>(async () => {
      reply(200, { code: 200, msg: "", data: { items: [] } });
      return fresh;
    });
    const api = createApi({ baseUrl, onFailure, getLanguage: () => "en", getCredential: () => old, renew });
    const read = () => api.get("/v1/chat/list", {});
    reply(401, { code: 401, msg: "", error: "unauthorized" });
    await expect(read()).resolves.toEqual({ items: [] });
    expect([renew.mock.calls, seen.authorization, onFailure.mock.calls]).toEqual([[[old]], "Bearer 1", []]);

    reply(401, { code: 401, msg: "", error: "unauthorized" });
    renew.mockImplementation(async () => fresh);
    await expect(read()).rejects.toEqual({ kind: "unauthorized" });
    expect(onFailure.mock.calls).toEqual([[{ kind: "unauthorized" }, fresh]]);
  });

  it("sends no credential with a call that is nobody's", async () => {
    const api = createApi({
      baseUrl,
      onFailure,
      getLanguage: () => "en",
      getCredential: () => ({ header: "authorization", value: "Bearer 1" }),
    });
    reply(200, { code: 200, msg: "", data: { items: [] } });
    await api.get("/v1/chat/list", {}, undefined, { isAnonymous: true });
    expect(seen.authorization).toBeUndefined();
  });

  it("rejects other codes with key, message and waiting time", async () => {
    reply(429, { code: 429, msg: "Later", data: null, error: "tooManyTries" }, { "retry-after": "60" });
    const failure = { kind: "api", error: "tooManyTries", message: "Later", retryAfterSeconds: 60 };
    await expect(readChats()).rejects.toEqual(failure);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure, null);
  });

  it("tells nobody of a failure where no toast is asked for", async () => {
    reply(404, { code: 404, msg: "Gone", data: null, error: "notFound" });
    await expect(readChats({})).rejects.toEqual({ kind: "api", error: "notFound", message: "Gone" });
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("takes a body with an unknown key, or none of ours, as unexpected", async () => {
    reply(200, { code: 400, msg: "Odd", data: null, error: "brandNew" });
    await expect(readChats()).rejects.toEqual({ kind: "unexpected", message: "Odd", isForPeople: true });
    reply(502, "<html>Bad gateway</html>");
    await expect(readChats()).rejects.toEqual({ kind: "unexpected", message: "HTTP 502" });
  });

  it("tells a lost connection and an abort apart, and is silent about the abort", async () => {
    const api = createApi({
      baseUrl: "http://127.0.0.1:1/api",
      onFailure,
      getLanguage: () => "en",
      getCredential: () => null,
    });
    await expect(api.get("/v1/chat/list", {})).rejects.toEqual({ kind: "network" });
    onFailure.mockClear();

    reply(0, "");
    const control = new AbortController();
    const reading = readChats({ hasToast: true, signal: control.signal });
    control.abort();
    await expect(reading).rejects.toEqual({ kind: "aborted" });
    expect(onFailure).not.toHaveBeenCalled();
  });

  it.each([
    ["never answers", ""],
    ["stalls in the middle of its answer", '{"code":200,'],
  ])("gives up after 100 seconds on a server that %s", async (_, begun) => {
    reply(0, begun);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let end: unknown = null;
      const reading = readChats().catch((failure: unknown) => {
        end = failure;
      });
      await heard;
      await vi.advanceTimersByTimeAsync(99_999);
      expect(end).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await reading;
      expect(end).toEqual({ kind: "timeout" });
      expect(onFailure).toHaveBeenCalledExactlyOnceWith({ kind: "timeout" }, null);
    } finally {
      vi.useRealTimers();
    }
  });

  it("breaks off an answer that stalls when nobody wants it any more", async () => {
    reply(0, '{"code":200,');
    const control = new AbortController();
    const reading = readChats({ signal: control.signal });
    await heard;
    control.abort();
    await expect(reading).rejects.toEqual({ kind: "aborted" });
  });
});
