import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

import { keepTabInside } from "#src/page/keepTabInside.ts";

import { useCloseByBack } from "./useCloseByBack.ts";
import { noteOpenModal } from "./openModals.ts";
import { useDisableMainButton } from "./useDisableMainButton.ts";

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
    return () => {
      document.removeEventListener("focusin", remember);
    };
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
      if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
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
