import type { Page } from "playwright";

interface Bridged {
  external: { notify: (text: string) => void };
  Telegram: { WebView: { receiveEvent: (type: string, data: object) => void } };
}

/** Opens the app in a desktop app of the messenger that is too busy to answer. */
export async function openInSilentMessenger(page: Page, launchUrl: string): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, "external", { value: { notify: () => undefined } satisfies Bridged["external"] });
  });
  const address = new URL(launchUrl);
  address.searchParams.set("inspect", "");
  await page.goto(address.href);
}

/** The messenger answers what it was asked for, its theme. */
export async function breakSilence(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { Telegram } = window as unknown as Bridged;
    Telegram.WebView.receiveEvent("theme_changed", { theme_params: {} });
  });
}
