import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { type AppWindow, openAppWindow } from "./appWindow.ts";

const APP_URL = "https://app.example/#tgWebAppVersion=9.1";

let opened: AppWindow | null = null;
afterEach(() => opened?.close());

/** A message of the app's frame, as a page of this origin sends it. */
function tell(eventType: string, eventData: object, origin: string): void {
  const source = opened?.element.querySelector("iframe")?.contentWindow ?? null;
  const data = JSON.stringify({ eventType, eventData });
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

const BUTTON = { is_visible: true, is_active: true, text: "Send everything" };

it("obeys an app only as long as its frame is at the origin that the bot names", async () => {
  opened = openAppWindow({
    url: APP_URL,
    title: "Hongbao",
    flavour: "k",
    theme: "light",
    onClosed: () => undefined,
    openTelegramLink: () => undefined,
    sharePrepared: () => Promise.resolve({ ok: true }),
    shareRequested: () => Promise.resolve(true),
    hasWriteAccess: () => false,
    allowWriteAccess: () => Promise.resolve(),
    callCustomMethod: () => Promise.resolve({ ok: true, result: [] }),
  });
  document.body.append(opened.element);
  const button = opened.element.querySelector<HTMLButtonElement>("[data-testid=app-main-button]");
  for (const origin of ["https://www.app.example", "http://app.example", "https://app.example:8443", "null"]) {
    tell("web_app_setup_main_button", BUTTON, origin);
    tell("web_app_close", {}, origin);
  }
  await new Promise((resolve) => setTimeout(resolve));
  expect(button?.hidden).toBe(true);
  expect(opened.element.isConnected).toBe(true);
  tell("web_app_setup_main_button", BUTTON, "https://app.example");
  await expect.poll(() => button?.hidden).toBe(false);
  expect(page.getByText("Send everything").elements()).toHaveLength(1);
});
