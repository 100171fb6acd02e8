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
