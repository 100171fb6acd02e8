import { createBrowserInspector, createWebSocketInspector, type StatelyInspectionEvent } from "@statelyai/inspect";
import type { InspectionEvent, Observer } from "xstate";

import { maskSnapshot, maskValue } from "./mask.ts";
import { ASK_PATH, MAY_NOT_TELL, MAY_TELL, SOCKET_PORT } from "./socketPort.ts";

const INSPECTOR = new URL("https://stately.ai/inspect");
/** Messages that wait for the inspector's window; it may open slowly, and the first ones hold the charts. */
const MAX_WAITING = 10_000;
/** Charts are nested this deep at most, with their transitions and actions. */
const MAX_DEPTH = 40;

/**
 * Opens the Stately inspector in a window of its own; call it in a tap, so that the browser lets it open. Returns what
 * hears of the actors. Every text is masked that is not public.
 */
export function openStatelyWindow(page: Window): Observer<InspectionEvent> {
  return createBrowserInspector({
    url: INSPECTOR.href,
    window: narrowToOrigin(page, INSPECTOR.origin),
    maxDeferredEvents: MAX_WAITING,
    serializationDepthLimit: MAX_DEPTH,
    serialize: (message) => maskMessage(message),
  }).inspect;
}

/** Why `npm run inspect` hears nothing of this page. */
export type Refusal = { kind: "away" } | { kind: "refused"; reason: string };

function writeSocketUrl(path: string, port: number, code: string): string {
  return `ws://127.0.0.1:${String(port)}${path}?${new URLSearchParams({ code }).toString()}`;
}

/** Asks `npm run inspect` on this machine whether it hears this page. Null: it does. */
export function askInspector(code: string, port = SOCKET_PORT): Promise<Refusal | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(writeSocketUrl(ASK_PATH, port, code));
    socket.addEventListener("close", ({ code: answer, reason }) => {
      if (answer === MAY_TELL) resolve(null);
      else resolve(answer === MAY_NOT_TELL ? { kind: "refused", reason } : { kind: "away" });
    });
  });
}

/** Sends to `npm run inspect` on this machine. Returns what hears of the actors; texts are masked, too. */
export function connectStatelySocket(port = SOCKET_PORT, code = ""): Observer<InspectionEvent> {
  return createWebSocketInspector({
    url: writeSocketUrl("/", port, code),
    maxDeferredEvents: MAX_WAITING,
    serializationDepthLimit: MAX_DEPTH,
    serialize: (message) => maskMessage(message),
  }).inspect;
}

/**
 * The part of `Window` that the package calls. The package itself posts to any origin and listens to any window; this
 * posts to the inspector's origin alone, and listens to the window that it opened alone.
 */
function narrowToOrigin(page: Window, origin: string): Window {
  let opened: Window | null = null;
  const narrowed: Pick<Window, "open"> & { addEventListener: (type: string, hear: (event: Event) => void) => void } = {
    open: (url, name) => {
      opened = page.open(url, name);
      const post = (message: unknown): void => opened?.postMessage(message, origin);
      return { postMessage: post } as Window;
    },
    addEventListener: (type, hear) =>
      page.addEventListener(type, (event) => {
        if (event instanceof MessageEvent && event.origin === origin && event.source === opened) hear(event);
      }),
  };
  return narrowed as Window;
}

/** Charts, names and ids are the app's own; what an actor holds and hears may be a person's. */
function maskMessage(message: StatelyInspectionEvent): StatelyInspectionEvent {
  const masked: Record<string, unknown> = { ...message };
  if ("snapshot" in message) masked["snapshot"] = maskSnapshot(message.snapshot);
  if ("event" in message) masked["event"] = maskValue(message.event);
  return masked as unknown as StatelyInspectionEvent;
}
