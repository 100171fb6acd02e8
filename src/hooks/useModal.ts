import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from "react";

import { AppContext } from "./useApp.ts";
import { noteOpenModal } from "./openModals.ts";

/** TypeScript's types lack the newer half. */
const WITHOUT_RING = { preventScroll: true, focusVisible: false };

/** WebKit draws a focus ring around what a dialog focuses also after a tap; other browsers do not. */
function hideRing(dialog: HTMLElement): void {
  const focused = dialog.querySelector<HTMLElement>("button:focus-visible, [type=radio]:focus-visible");
  if (focused === null) return;
  focused.blur();
  focused.focus(WITHOUT_RING);
}

/**
 * Drives a native `<dialog>` from a flag. Escape, a way back and a tap on the backdrop ask to close; the flag
 * decides.
 * WebKit has no `closedby`, hence the own backdrop handler. The page behind does not scroll: see `base.css`.
 */
export function useModal(isOpen: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  /** What had the focus last outside of the dialog. */
  const opener = useRef<HTMLElement | null>(null);
  useDisableMainButton(isOpen, dialog);
  useCloseByBack(isOpen, onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || dialog.current?.contains(target) === true) return;
      // An `aria-hidden` element has the focus only for the app's own purposes, e.g. to copy.
      if (target.closest("[aria-hidden=true]") === null) opener.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);

  // Before paint. It is closed before it leaves the page, since only closing gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || element === null) return undefined;
    const hasRing = document.querySelector(":focus-visible") !== null;
    element.showModal();
    const forget = noteOpenModal(element);
    // In a group of radio buttons the chosen one gets the focus, as with the Tab key.
    element.querySelector<HTMLElement>("[type=radio]:checked")?.focus();
    if (!hasRing) hideRing(element);
    return () => {
      forget();
      element.close();
      // The opening button lost the focus if it was disabled meanwhile; then the browser has nothing to give it back to.
      if (document.activeElement === document.body) findReturn(opener.current)?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const handleCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    let isPressOnBackdrop = false;
    const handlePress = (event: PointerEvent) => {
      isPressOnBackdrop = event.target === element;
    };
    // A press that began inside, e.g. to select text, and ended outside is not a tap on the backdrop.
    const handleClick = (event: MouseEvent) => {
      if (event.target === element && isPressOnBackdrop) close.current();
    };
    element.addEventListener("keydown", keepTabInside);
    element.addEventListener("cancel", handleCancel);
    element.addEventListener("pointerdown", handlePress);
    element.addEventListener("click", handleClick);
    return () => {
      element.removeEventListener("keydown", keepTabInside);
      element.removeEventListener("cancel", handleCancel);
      element.removeEventListener("pointerdown", handlePress);
      element.removeEventListener("click", handleClick);
    };
  }, []);

  return dialog;
}

/** The opening button; where it is gone, the heading, so that nobody goes on from nowhere. */
function findReturn(opener: HTMLElement | null): HTMLElement | null {
  return opener?.isConnected === true ? opener : document.querySelector("h1");
}

/** While `isOpen`, the messenger's arrow, the device's gesture and the browser's own way back ask to close. */
function useCloseByBack(isOpen: boolean, onClose: () => void): void {
  const app = useContext(AppContext);
  const handler = useRef(onClose);
  useEffect(() => {
    handler.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || app === null) return undefined;
    const close = () => handler.current();
    const leaveMessenger = app.messenger.pushBack(close, "modal");
    const leaveBrowser = app.browserBack.push(close);
    return () => {
      leaveMessenger();
      leaveBrowser();
    };
  }, [isOpen, app]);
}

const CONTROLS = "a[href], button, input, select, textarea, summary";

/** The radio buttons of a group are one stop of the Tab key. */
function isSameStop(one: Element, other: Element | undefined): boolean {
  if (one === other) return true;
  if (!(one instanceof HTMLInputElement) || !(other instanceof HTMLInputElement)) return false;
  return one.type === "radio" && other.type === "radio" && one.name === other.name;
}

function findEntry(control: HTMLElement, all: readonly HTMLElement[]): HTMLElement {
  return all.find((other) => isSameStop(control, other) && other.matches(":checked")) ?? control;
}

/** iOS 17.3 and Chrome 104 have no `checkVisibility()`. */
function isVisible(control: HTMLElement): boolean {
  return control.getClientRects().length > 0 && getComputedStyle(control).visibility === "visible";
}

/** At the last control of a modal the Tab key leads to the first, not out of the page. */
function keepTabInside(event: KeyboardEvent): void {
  if (event.key !== "Tab" || !(event.currentTarget instanceof HTMLElement)) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(":disabled, [tabindex='-1']") && isVisible(control),
  );
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (to === undefined || document.activeElement === null || !isSameStop(document.activeElement, from)) return;
  event.preventDefault();
  findEntry(to, controls).focus();
}

/** Leaves the messenger's main button to the modal alone while `isOpen`: what the page asks for cannot act beneath it. */
function useDisableMainButton(isOpen: boolean, modal: object): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => (isOpen ? messenger?.disableMainButton(modal) : undefined), [isOpen, modal, messenger]);
}
