const TYPABLE = "input, textarea, select, [contenteditable]";

/** Closes the keyboard where a tap means no input (SPEC section 2). Buttons keep it, so that a tap reaches them first. */
export function blurOnOutsideTap(document: Document): void {
  document.addEventListener("pointerdown", (event) => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !activeElement.matches(TYPABLE)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(`${TYPABLE}, label, button, a`) !== null) return;
    activeElement.blur();
  });
}
