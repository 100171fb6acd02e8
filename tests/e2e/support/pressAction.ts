import type { Locator } from "playwright";

/** Presses a screen's main action, as somebody who has looked at it. */
export async function pressAction(action: Locator, press: (action: Locator) => Promise<void> = click): Promise<void> {
  await action.waitFor();
  await action.evaluate(lookAtButton);
  await press(action);
}

/**
 * Makes the next press no second tap of a double tap: half a second passes, or something is typed. A test whose page has a
 * stopped clock cannot wait.
 */
export function lookAtButton(): void {
  window.dispatchEvent(new Event("input"));
}

async function click(action: Locator): Promise<void> {
  await action.click();
}

/** By its event: the frame gives way to the messenger's button, and the browser still sends a fast mouse or key there. */
export async function pressByEvent(action: Locator): Promise<void> {
  await action.click({ trial: true });
  await action.dispatchEvent("click");
}
