import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { noteDeed, takeNotes, type SentEvent } from "../static/onStage.ts";
import { isNative, type Control } from "./controls.ts";

const LONGEST_TRANSITION_MS = 2_000;

export type Hand = "pointer" | "keyboard";

/** What came of a press. */
export interface Press {
  sent: readonly SentEvent[];
  /** What else it did: where it would go, what it would open or start. */
  deeds: readonly string[];
}

/** Presses a control as a person would, and waits for what comes of it. */
export async function pressControl(control: Control, hand: Hand): Promise<Press> {
  lookAtButton();
  // What had the focus hears that it is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  takeNotes();
  const wasBusy = isBusyButton(control.element);
  if (control.kind === "field") typeIn(control.element as HTMLInputElement, hand);
  else if (control.kind === "select") choose(control.element as HTMLSelectElement);
  else if (hand === "pointer") tap(control.element);
  else strike(control.element);
  await react();
  if (!wasBusy) await waitWhileBusy(control.element);
  noteFocus(control);
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

function tap(element: HTMLElement): void {
  element.dispatchEvent(new PointerEvent("pointerdown", { ...BUBBLING, button: 0 }));
  element.dispatchEvent(new MouseEvent("mousedown", BUBBLING));
  element.dispatchEvent(new PointerEvent("pointerup", { ...BUBBLING, button: 0 }));
  element.dispatchEvent(new MouseEvent("mouseup", BUBBLING));
  click(element, 1);
}

/** As a browser does it with what it lets a keyboard press: a click without a pointer, unless somebody took the key. */
function strike(element: HTMLElement): void {
  if (!isNative(element)) return;
  element.focus();
  if (document.activeElement !== element) return;
  const key = element.matches("a") ? "Enter" : " ";
  const isTaken = !element.dispatchEvent(new KeyboardEvent("keydown", { ...BUBBLING, key }));
  if (!isTaken) click(element, 0);
  element.dispatchEvent(new KeyboardEvent("keyup", { ...BUBBLING, key }));
}

/** A disabled control gets no click; what the page does has been done before the browser would follow a link. */
function click(element: HTMLElement, detail: number): void {
  if (element.matches(":disabled")) return;
  const stay = (event: Event) => {
    if (element.matches("a")) event.preventDefault();
  };
  window.addEventListener("click", stay, { once: true });
  element.dispatchEvent(new MouseEvent("click", { ...BUBBLING, detail }));
  window.removeEventListener("click", stay);
}

/** Another character at the end, then the key that sends a form. */
function typeIn(field: HTMLInputElement, hand: Hand): void {
  field.focus();
  if (!field.readOnly && !field.disabled && hand === "pointer") {
    setValue(field, `${field.value}1`);
    field.dispatchEvent(new Event("input", BUBBLING));
  }
  if (hand === "keyboard") {
    const isTaken = !field.dispatchEvent(new KeyboardEvent("keydown", { ...BUBBLING, key: "Enter" }));
    if (!isTaken && field.tagName !== "TEXTAREA") sendForm(field);
  }
  field.blur();
}

/** As a browser does on Enter: by a click on the form's first button that sends it. */
function sendForm({ form }: HTMLInputElement): void {
  if (form === null) return;
  const button = form.querySelector<HTMLElement>("button:not([type=button]):not([type=reset]), input[type=submit]");
  if (button === null) form.requestSubmit();
  else click(button, 0);
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
