import type { Locator, Page } from "playwright";

/** The app takes a press within half a second of the last one for the second tap of a double tap. */
const DOUBLE_TAP_MS = 600;
const pressedAtMs = new WeakMap<Page, number>();

/** Presses a screen's main action, as unhurried as people are. */
export async function pressAction(action: Locator, press: (action: Locator) => Promise<void> = click): Promise<void> {
  await action.waitFor();
  const page = action.page();
  const restMs = (pressedAtMs.get(page) ?? 0) + DOUBLE_TAP_MS - Date.now();
  if (restMs > 0) await page.waitForTimeout(restMs);
  await press(action);
  pressedAtMs.set(page, Date.now());
}

async function click(action: Locator): Promise<void> {
  await action.click();
}

/** By its event: the frame gives way to the messenger's button, and the browser still sends a fast mouse or key there. */
export async function pressByEvent(action: Locator): Promise<void> {
  await action.click({ trial: true });
  await action.dispatchEvent("click");
}
