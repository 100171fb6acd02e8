import { createWebSocketReceiver, type StatelyInspectionEvent } from "@statelyai/inspect";
import { afterEach, expect, it, vi } from "vitest";
import { createActor } from "xstate";
import { WebSocket } from "ws";

import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { connectStatelySocket } from "#src/inspector/stately.ts";
import { serveInspector } from "./serveInspector.ts";

let end: (() => void) | null = null;

async function serve(): Promise<{ port: number; url: string; code: string }> {
  const { url, code, close } = await serveInspector(0);
  end = close;
  return { port: Number(new URL(url).port), url, code };
}

/** What becomes of a page's socket: "open", the status that refused it, or the words that it was closed with. */
function open(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const socket = new WebSocket(`ws://127.0.0.1:${String(port)}${path}`, { headers });
  return new Promise((resolve) => {
    socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
    socket.on("error", resolve);
    if (path.startsWith("/ask")) socket.on("close", (code, reason) => resolve(`${String(code)} ${reason.toString()}`));
    else socket.on("open", () => resolve("open"));
  });
}

afterEach(() => {
  end?.();
});

/** What the package's own receiver hears. */
function watch(port: number): StatelyInspectionEvent[] {
  const heard: StatelyInspectionEvent[] = [];
  createWebSocketReceiver({ server: `ws://127.0.0.1:${String(port)}/watch` }).subscribe((event) => heard.push(event));
  return heard;
}

it("tells who watches, also who comes later, of each actor with its chart and of every event, masked", async () => {
  const { port } = await serve();
  const early = watch(port);
  const actor = createActor(clipboardMachine, { inspect: connectStatelySocket(port) }).start();
  actor.send({ type: "ui.copy", text: "spring rain" });
  await vi.waitFor(() => {
    expect(early.map(({ type }) => type)).toContain("@xstate.actor");
    expect(JSON.stringify(early)).toContain("ui.copy");
  });
  const late = watch(port);
  await vi.waitFor(() => expect(late.length).toBeGreaterThan(1));
  const chart = late.find((event) => event.type === "@xstate.actor");
  expect(chart).toHaveProperty("definition", expect.stringContaining('"copying"'));
  expect(late.find((event) => event.type === "@xstate.snapshot")).toBeDefined();
  expect(JSON.stringify([early, late])).not.toContain("spring rain");
  actor.stop();
});

it.each([
  ["a page of another site", { origin: "https://evil.example" }],
  ["a name that leads to this machine", { host: "evil.example" }],
])("hears and tells nothing to %s", async (_who, headers) => {
  const { port } = await serve();
  for (const path of ["/", "/watch"]) {
    const socket = new WebSocket(`ws://127.0.0.1:${String(port)}${path}`, { headers });
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
      socket.on("error", resolve);
    });
    expect(status).toBe(401);
  }
});

it.each(["http://localhost:8080", "http://p1.localhost:8080", "http://127.0.0.1:8080", "https://a.b.localhost"])(
  "hears an app of this machine at %s",
  async (origin) => {
    const { port } = await serve();
    expect(await open(port, "/", { origin })).toBe("open");
    expect(await open(port, "/ask?code=", { origin })).toBe("4200 welcome");
  },
);

it("hears an app behind a tunnel by its code alone, says so, and lets it watch nothing", async () => {
  const { port, code } = await serve();
  const origin = "https://app.tunnel.example";
  for (const wrong of ["", "00000000", `${code}0`]) {
    expect(await open(port, `/?code=${wrong}`, { origin })).toBe(401);
    expect(await open(port, `/ask?code=${wrong}`, { origin })).toBe(`4401 ${origin} needs the code that it shows`);
  }
  expect(await open(port, `/?code=${code}`, { origin })).toBe("open");
  expect(await open(port, `/ask?code=${code}`, { origin })).toBe("4200 welcome");
  expect(await open(port, `/watch?code=${code}`, { origin })).toBe(401);
  expect(await open(port, `/?code=${code}`, { origin, host: "evil.example" })).toBe(401);
  expect(await open(port, "/", { origin: "https://localhost.evil.example" })).toBe(401);
});

it("serves its page, and ignores what is no message of an actor", async () => {
  const { port, url } = await serve();
  expect(await (await fetch(url)).text()).toContain('src="https://stately.ai/inspect"');
  expect((await fetch(`${url}other`)).status).toBe(404);
  const heard = watch(port);
  const app = new WebSocket(`ws://127.0.0.1:${String(port)}`);
  await new Promise((resolve) => app.on("open", resolve));
  for (const text of ["", "null", "{}", '{"type":1,"sessionId":2}']) app.send(text);
  app.send('{"type":"@xstate.event","sessionId":"x:1"}');
  await vi.waitFor(() => expect(heard).toEqual([{ type: "@xstate.event", sessionId: "x:1" }]));
});

it("keeps no snapshot of an actor without a chart", async () => {
  const { port } = await serve();
  const early = watch(port);
  const app = new WebSocket(`ws://127.0.0.1:${String(port)}`);
  await new Promise((resolve) => app.on("open", resolve));
  app.send('{"type":"@xstate.snapshot","sessionId":"x:1"}');
  app.send('{"type":"@xstate.actor","sessionId":"x:2"}');
  app.send('{"type":"@xstate.snapshot","sessionId":"x:2"}');
  await vi.waitFor(() => expect(early).toHaveLength(3));
  const late = watch(port);
  await vi.waitFor(() => expect(late.map(({ sessionId }) => sessionId)).toEqual(["x:2", "x:2"]));
});

it("goes on when an app sends a message that is too long", async () => {
  const { port, url } = await serve();
  const app = new WebSocket(`ws://127.0.0.1:${String(port)}`);
  app.on("error", () => {});
  await new Promise((resolve) => app.on("open", resolve));
  app.send("x".repeat(16_000_001));
  await new Promise((resolve) => app.on("close", resolve));
  expect((await fetch(url)).status).toBe(200);
});
