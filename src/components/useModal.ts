import { useEffect, useRef, type RefObject } from "react";

import { useCoverMainButton } from "#src/hooks/useCoverMainButton.ts";

/**
 * Drives a native `<dialog>` from a flag. Escape and a tap on the backdrop ask to close; the flag decides.
 * WebKit has no `closedby`, hence the own backdrop handler.
 */
export function useModal(isOpen: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useCoverMainButton(isOpen);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
  }, [isOpen]);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const handleCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const handleClick = (event: MouseEvent) => {
      if (event.target === element) close.current();
    };
    element.addEventListener("cancel", handleCancel);
    element.addEventListener("click", handleClick);
    return () => {
      element.removeEventListener("cancel", handleCancel);
      element.removeEventListener("click", handleClick);
    };
  }, []);

  return dialog;
}
