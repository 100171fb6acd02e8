import type { Messenger } from "#src/adapters/telegram/messenger.ts";

/** What the page does about typing and choosing: a chunk of its own, as nobody does so before the first page is there. */
export function followInput(window: Window, { vibrate }: Messenger): void {
  blurOnOutsideTap(window.document);
  keepInputInSight(window);
  feelSelections(window.document, vibrate);
}

const TYPABLE = "input, textarea, select, [contenteditable]";

/**
 * Closes the keyboard on a tap outside of inputs (SPEC section 2). On a button, a label or a link it waits for the end of
 * the tap: closing it moves the page, and the tap would miss. What stands in the input's own box, such as the eye of a
 * secret, leaves it open.
 */
export function blurOnOutsideTap(document: Document): void {
  /** What had the focus when a tap on a control began. */
  let left: HTMLElement | null = null;
  document.addEventListener("pointerdown", (event) => {
    left = null;
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !activeElement.matches(TYPABLE)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target === null || target.closest(TYPABLE) !== null || isBeside(activeElement, target)) return;
    if (target.closest("label, button, a") === null) activeElement.blur();
    else left = activeElement;
  });
  document.addEventListener("click", () => {
    if (left !== null && document.activeElement === left) left.blur();
    left = null;
  });
}

/** Whether a control belongs to the input: its label, or something in its box. */
function isBeside(input: HTMLElement, target: Element): boolean {
  const isInBox = target.closest("label, button, a") !== null && input.parentElement?.contains(target) === true;
  return isInBox || target.closest("label")?.control === input;
}

const CHOICES = "input[type=radio], select";
const OTHER_TABS = "[role=tab]:not([aria-selected=true])";

/**
 * Vibrates for each choice of a radio, a list or a tab: one listener instead of a call in every control.
 * @returns a function that ends this
 */
export function feelSelections(page: Document, vibrate: (kind: "selection") => void): () => void {
  const feelChange = ({ target }: Event) => {
    if (target instanceof Element && target.matches(CHOICES)) vibrate("selection");
  };
  const feelPress = ({ target }: Event) => {
    if (target instanceof Element && target.closest(OTHER_TABS) !== null) vibrate("selection");
  };
  page.addEventListener("change", feelChange, true);
  // Runs before React moves the choice: a press on what is chosen already changes nothing.
  page.addEventListener("click", feelPress, true);
  return () => {
    page.removeEventListener("change", feelChange, true);
    page.removeEventListener("click", feelPress, true);
  };
}

/** Space below the input for its hint and for a sticky footer. */
const ROOM_PX = 120;

/**
 * Brings the focused input back into sight when the on-screen keyboard comes up over it: on iOS the keyboard covers the
 * page instead of making it smaller.
 */
export function keepInputInSight({ visualViewport, document }: Window): void {
  visualViewport?.addEventListener("resize", () => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) return;
    const { bottom } = activeElement.getBoundingClientRect();
    if (bottom + ROOM_PX > visualViewport.offsetTop + visualViewport.height) {
      activeElement.scrollIntoView({ block: "center" });
    }
  });
}
