import type { PostEventFn } from "@telegram-apps/sdk-react";

/** The bridge that the messenger's own apps give to a page. */
interface NativeBridge {
  TelegramWebviewProxy?: { postEvent?: (name: string, data: string | undefined) => void };
  /** Of some desktop apps. */
  external?: { notify?: (text: string) => void };
}

/**
 * Posts events to the messenger, see https://docs.telegram-mini-apps.com/platform/methods. The SDK's own function reads
 * every property of the window at each event, and some of them cost a layout.
 * @param origin the only origin that gets the events where the app is in a frame
 * @throws where there is no messenger
 */
export function createPostEvent(window: Window & NativeBridge, origin: string): PostEventFn {
  const { TelegramWebviewProxy: proxy, external, parent } = window;
  if (parent !== window) {
    return (eventType: string, eventData?: unknown) =>
      parent.postMessage(JSON.stringify({ eventType, eventData }), origin);
  }
  if (proxy?.postEvent !== undefined) {
    return (eventType: string, eventData?: unknown) => proxy.postEvent?.(eventType, JSON.stringify(eventData));
  }
  if (external?.notify !== undefined) {
    return (eventType: string, eventData?: unknown) => external.notify?.(JSON.stringify({ eventType, eventData }));
  }
  throw new Error("there is no messenger");
}

/**
 * The origin that we speak to when we are in a frame: the one around us if it may embed the app, else the first allowed.
 * @param allowed origins from `<meta name="messenger-origins">`
 * @param embedder origin of the page around us, null where the browser does not say
 */
export function chooseTargetOrigin(allowed: readonly string[], embedder: string | null): string | null {
  if (embedder !== null && allowed.includes(embedder)) return embedder;
  return allowed[0] ?? null;
}

/**
 * Tells a web client that frames the page that it is there: until then it shows its own loader over it. For a page that
 * was given no launch data, as the payment page by its link; with them the SDK says so.
 * @param origin of the client; null where the page is in no frame that may hold it
 */
export function sayReady(page: Pick<Window, "parent">, origin: string | null): void {
  if (origin === null) return;
  const events = [
    ["iframe_ready", { reload_supported: false }],
    ["web_app_ready", null],
  ] as const;
  for (const [eventType, eventData] of events) {
    page.parent.postMessage(JSON.stringify({ eventType, eventData }), origin);
  }
}
