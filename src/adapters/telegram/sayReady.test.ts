import { expect, it, vi } from "vitest";

import { sayReady } from "./sayReady.ts";

it("tells the client around the page, and nobody else", () => {
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
