import { commands } from "vitest/browser";

import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { noteDeed, takeNotes, type SentEvent } from "../static/onStage.ts";
import { findControl, type Control } from "#tests/screens/controls.ts";
import { isStruck, noteStrike, type Known } from "./known.ts";

const LONGEST_TRANSITION_MS = 2_000;
const MOST_STRIKES = 3;

export type Hand = "pointer" | "keyboard";

/** What came of a press. */
export interface Press {
  sent: readonly SentEvent[];
  /** What else it did: where it would go, what it would open or start. */
  deeds: readonly string[];
}

/** Presses a control as a person would, and waits for what comes of it. */
export async function pressControl(control: Control, hand: Hand, known: Known): Promise<Press> {
  lookAtButton();
  // What had the focus hears that it is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  takeNotes();
  const wasBusy = isBusyButton(control.element);
  if (hand === "pointer") point(control);
  else if (isStruck(known, control)) click(control);
  else if (await strike(control)) noteStrike(known, control);
  await react();
  // It may have been drawn anew.
  const now = (control.element.isConnected ? null : findControl(control.key)) ?? control;
  if (!wasBusy) await waitWhileBusy(now.element);
  noteFocus(now);
  return takeNotes();
}

/** A link stays busy: here it leads nowhere. */
function isBusyButton(element: HTMLElement): boolean {
  return element instanceof HTMLButtonElement && element.isConnected && element.getAttribute("aria-busy") === "true";
}

/** A transition of React's, e.g. to a part that loads late, ends after the press. Else the next press would get its deeds. */
async function waitWhileBusy(element: HTMLElement): Promise<void> {
  const deadline = performance.now() + LONGEST_TRANSITION_MS;
  while (isBusyButton(element) && performance.now() < deadline) await react();
}

/** What a press does that is seen by nothing else. */
function noteFocus({ kind, element }: Control): void {
  const { activeElement } = document;
  if (kind !== "field" && activeElement !== element && activeElement instanceof HTMLInputElement)
    noteDeed("focuses a field");
  if (element instanceof HTMLAnchorElement && element.origin !== window.location.origin)
    noteDeed(`leads to ${element.origin}`);
}

/** React answers a press at once, and renders in a microtask. */
export async function react(): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

const BUBBLING = { bubbles: true, cancelable: true } as const;

/** A pointer that no device moves cannot be captured. */
HTMLElement.prototype.setPointerCapture = () => undefined;

/** Nobody is here to allow it, and how long the browser takes to say so differs. */
Clipboard.prototype.readText = () => Promise.reject(new DOMException("Nobody allows it", "NotAllowedError"));

/** Nothing here follows a link; what the page does on a click has been done before the browser would. */
window.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a") !== null) event.preventDefault();
});

/**
 * By the browser's own keyboard, which presses what has the focus; nothing is pressed that does not take it. What the press
 * before has begun may move the focus or draw the control anew while the key is down: then the key is struck again.
 * @returns whether the control heard its keys
 */
async function strike(control: Control): Promise<boolean> {
  const keys = chooseKeys(control);
  // A button is pressed once the key that went down on it is let go.
  const types = keys.at(-1) === "Space" ? ["keydown", "keyup"] : ["keydown"];
  for (let tries = 0; tries < MOST_STRIKES; tries += 1) {
    const element = findControl(control.key)?.element;
    element?.focus();
    if (element === undefined || document.activeElement !== element) return false;
    const areHeard = types.map((type) => hearOnce(element, type));
    await commands.strikeKeys(...keys);
    if (areHeard.every((isHeard) => isHeard())) return true;
    takeNotes();
  }
  noteDeed("hears no key");
  return false;
}

/** A key on a focused button is the browser's click. */
function click({ element }: Control): void {
  element.focus();
  if (document.activeElement === element) element.click();
}

function chooseKeys({ kind, element }: Control): readonly string[] {
  if (kind === "field") return ["End", "1", "Enter"];
  if (kind === "select") return [isFirstChosen(element) ? "ArrowDown" : "ArrowUp"];
  return [kind === "link" ? "Enter" : "Space"];
}

function hearOnce(element: HTMLElement, type: string): () => boolean {
  let isHeard = false;
  element.addEventListener(
    type,
    () => {
      isHeard = true;
    },
    { once: true },
  );
  return () => isHeard;
}

function isFirstChosen(select: HTMLElement): boolean {
  return (select as HTMLSelectElement).selectedIndex === 0;
}

/** By the events that a pointer makes; a value comes as if it were pasted. */
function point({ kind, element }: Control): void {
  if (kind === "field") paste(element as HTMLInputElement);
  else if (kind === "select") choose(element as HTMLSelectElement);
  else tap(element);
}

function tap(element: HTMLElement): void {
  element.dispatchEvent(new PointerEvent("pointerdown", { ...BUBBLING, button: 0 }));
  element.dispatchEvent(new MouseEvent("mousedown", BUBBLING));
  element.dispatchEvent(new PointerEvent("pointerup", { ...BUBBLING, button: 0 }));
  element.dispatchEvent(new MouseEvent("mouseup", BUBBLING));
  // A disabled control gets no click.
  if (!element.matches(":disabled")) element.dispatchEvent(new MouseEvent("click", { ...BUBBLING, detail: 1 }));
}

function paste(field: HTMLInputElement): void {
  field.focus();
  if (!field.readOnly && !field.disabled) {
    setValue(field, `${field.value}1`);
    field.dispatchEvent(new Event("input", BUBBLING));
  }
  field.blur();
}

function choose(select: HTMLSelectElement): void {
  const other = [...select.options].find((option) => !option.selected);
  if (other === undefined || select.disabled) return;
  select.focus();
  setValue(select, other.value);
  select.dispatchEvent(new Event("change", BUBBLING));
}

/** React compares with the value that it knows of, so it is set past React. */
function setValue(element: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, "value")?.set?.call(element, value);
}
