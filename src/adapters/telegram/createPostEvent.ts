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
    return (eventType: string, eventData?: unknown) => {
      parent.postMessage(JSON.stringify({ eventType, eventData }), origin);
    };
  }
  if (proxy?.postEvent !== undefined) {
    return (eventType: string, eventData?: unknown) => {
      proxy.postEvent?.(eventType, JSON.stringify(eventData));
    };
  }
  if (external?.notify !== undefined) {
    return (eventType: string, eventData?: unknown) => {
      external.notify?.(JSON.stringify({ eventType, eventData }));
    };
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
