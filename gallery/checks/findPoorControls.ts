/** The smallest size for a finger. */
const TARGET_PX = 44;
/** Phones zoom the page into a field with smaller letters. */
const INPUT_FONT_PX = 16;
const EDGE_PX = 1;

const CONTROLS = [
  "button",
  "a[href]",
  "select",
  "textarea",
  "summary",
  "input:not([type=hidden])",
  "[role=tab]",
  "[role=button]",
  "[role=switch]",
].join(", ");
const CHOICES = "input[type=radio], input[type=checkbox]";

/** Controls of the page that a person can hardly use: too small for a finger, covered, or of too small letters. */
export function findPoorControls(): string[] {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  // Controls behind an open dialog are not usable and do not count.
  const scope: ParentNode = dialog ?? document;
  // Nor anything in an inert part, e.g. a form that has faded away.
  const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest("[inert]") === null,
  );
  const poor = controls.flatMap((control) => judge(control));
  window.scrollTo(0, 0);
  return poor;
}

function judge(control: HTMLElement): string[] {
  const target = control.matches(CHOICES) ? (control.closest("label") ?? findLabel(control) ?? control) : control;
  target.scrollIntoView({ block: "center", behavior: "instant" });
  // The layout size counts: a control that shrinks while pressed is hit already.
  const { offsetWidth: width, offsetHeight: height } = target;
  const box = target.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const isHit = (dx: number, dy: number) => target.contains(document.elementFromPoint(x + dx, y + dy));
  const faults: string[] = [];
  if (!control.matches(":disabled, [aria-disabled=true]") && !isHit(0, 0)) faults.push("covered");
  const reachPx = TARGET_PX / 2 - EDGE_PX;
  const isWide = width >= TARGET_PX || (isHit(-reachPx, 0) && isHit(reachPx, 0));
  const isHigh = height >= TARGET_PX || (isHit(0, -reachPx) && isHit(0, reachPx));
  if (!isWide || !isHigh) faults.push(`${String(Math.round(width))} × ${String(Math.round(height))} px`);
  const isTyped = control.matches("input, textarea, select") && !control.matches(CHOICES);
  if (isTyped && Number.parseFloat(getComputedStyle(control).fontSize) < INPUT_FONT_PX) faults.push("small letters");
  return faults.map((fault) => `${fault}: ${control.outerHTML.slice(0, 200)}`);
}

function findLabel(control: HTMLElement): HTMLElement | null {
  return control.id === "" ? null : document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
}
