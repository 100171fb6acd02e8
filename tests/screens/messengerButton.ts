import type { MainButton } from "#src/adapters/telegram/mainButtonStack.ts";

/** The messenger's main button. It stands outside the page: no dialog covers it, and a press takes no focus. */
export const messengerButton = document.createElement("button");
messengerButton.hidden = true;

/** @param look null: there is nothing to press */
export function showMessengerButton(look: MainButton | null): void {
  messengerButton.hidden = look === null;
  messengerButton.textContent = look?.text ?? "";
  messengerButton.disabled = look?.isEnabled !== true || look.isBusy;
}
