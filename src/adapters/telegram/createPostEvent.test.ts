import { describe, expect, it, vi } from "vitest";

import { createPostEvent, sayReady } from "./createPostEvent.ts";

const ORIGIN = "https://web.telegram.org";

/** A window with these parts only; it is its own parent unless they name another. */
function createWindow(parts: object): Window {
  const page = { ...parts } as { parent?: unknown };
  page.parent ??= page;
  return page as Window;
}

describe("createPostEvent", () => {
  it("posts to the parent page, for the given origin only", () => {
    const postMessage = vi.fn<(text: string, origin: string) => void>();
    createPostEvent(createWindow({ parent: { postMessage } }), ORIGIN)("web_app_open_link", {
      url: "https://a.example",
    });
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(
      '{"eventType":"web_app_open_link","eventData":{"url":"https://a.example"}}',
      ORIGIN,
    );
  });

  it("posts to a native app by its bridge", () => {
    const postEvent = vi.fn<(name: string, data?: string) => void>();
    const post = createPostEvent(createWindow({ TelegramWebviewProxy: { postEvent } }), ORIGIN);
    post("web_app_setup_back_button", { is_visible: true });
    post("web_app_ready");
    expect(postEvent.mock.calls).toEqual([
      ["web_app_setup_back_button", '{"is_visible":true}'],
      ["web_app_ready", undefined],
    ]);
  });

  it("posts to a desktop app by `external.notify`", () => {
    const notify = vi.fn<(text: string) => void>();
    const post = createPostEvent(createWindow({ external: { notify } }), ORIGIN);
    post("web_app_setup_back_button", { is_visible: true });
    expect(notify).toHaveBeenCalledExactlyOnceWith(
      '{"eventType":"web_app_setup_back_button","eventData":{"is_visible":true}}',
    );
  });

  it("throws in an ordinary tab", () => {
    expect(() => createPostEvent(createWindow({}), ORIGIN)).toThrow("there is no messenger");
    expect(() => createPostEvent(createWindow({ external: {} }), ORIGIN)).toThrow("there is no messenger");
  });
});

it("tells the client around the page that it is there, and nobody else", () => {
  const postMessage = vi.fn<(text: string, origin: string) => void>();
  const page = { parent: { postMessage } } as unknown as Window;
  sayReady(page, null);
  expect(postMessage).not.toHaveBeenCalled();
  sayReady(page, "https://web.telegram.org");
  expect(postMessage.mock.calls.map(([text, origin]) => [JSON.parse(text), origin])).toEqual([
    [{ eventType: "iframe_ready", eventData: { reload_supported: false } }, "https://web.telegram.org"],
    [{ eventType: "web_app_ready", eventData: null }, "https://web.telegram.org"],
  ]);
});
