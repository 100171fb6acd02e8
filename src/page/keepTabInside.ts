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
export function keepTabInside(event: KeyboardEvent): void {
  if (event.key !== "Tab" || !(event.currentTarget instanceof HTMLElement)) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(":disabled, [tabindex='-1']") && isVisible(control),
  );
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (to === undefined || document.activeElement === null || !isSameStop(document.activeElement, from)) return;
  event.preventDefault();
  findEntry(to, controls).focus();
}
