import type { Locator } from "playwright";
import { lookAtButton } from "#tests/support/lookAtButton.ts";

/** Presses a screen's main action, as somebody who has looked at it. */
export async function pressAction(action: Locator, press: (action: Locator) => Promise<void> = click): Promise<void> {
  await action.waitFor();
  await action.evaluate(lookAtButton);
  await press(action);
}

async function click(action: Locator): Promise<void> {
  await action.click();
}

/** By its event: the frame gives way to the messenger's button, and the browser still sends a fast mouse or key there. */
export async function pressByEvent(action: Locator): Promise<void> {
  await action.click({ trial: true });
  await action.dispatchEvent("click");
}
