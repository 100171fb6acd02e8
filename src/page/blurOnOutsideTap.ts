const TYPABLE = "input, textarea, select, [contenteditable]";

/** Closes the keyboard on a tap outside of inputs (SPEC section 2). Buttons keep it open: closing it moves the page, and the tap would miss. */
export function blurOnOutsideTap(document: Document): void {
  document.addEventListener("pointerdown", (event) => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !activeElement.matches(TYPABLE)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(`${TYPABLE}, label, button, a`) !== null) return;
    activeElement.blur();
  });
}
