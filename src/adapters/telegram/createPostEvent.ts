import type { PostEventFn } from "@telegram-apps/sdk-react";

/** How the messenger's own apps let a page speak to them. */
interface NativeBridge {
  TelegramWebviewProxy?: { postEvent?: (name: string, data: string | undefined) => void };
  /** Of some desktop apps. */
  external?: { notify?: (text: string) => void };
}

/**
 * Speaks to the messenger, by its events' names and data: https://docs.telegram-mini-apps.com/platform/methods. The SDK's
 * own function reads every property of the window at each event, and some of them cost a layout.
 * @param origin the only origin that may hear us when we are in a frame
 * @throws where nobody can be spoken to
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
