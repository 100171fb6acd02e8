import { messengerButton } from "./messengerButton.ts";

/** Everything that can be pressed or typed in. */
const CONTROLS = [
  "button",
  "a[href]",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "summary",
  "[contenteditable]:not([contenteditable=false])",
  "[role=tab]",
  "[role=switch]",
  "[role=radio]",
  "[role=checkbox]",
  "[role=button]",
  "[role=link]",
  "[role=menuitem]",
  "[role=option]",
  "[tabindex]:not([tabindex='-1'])",
].join(", ");

const CHOSEN = "[type=radio]:checked, [aria-selected=true], [aria-pressed=true], [aria-current]";

export interface Control {
  kind: "button" | "link" | "choice" | "select" | "field" | "fold" | "other";
  name: string;
  element: HTMLElement;
  isDisabled: boolean;
  /** Chosen, or the present one of several: a press has nothing to do. */
  isChosen: boolean;
}

/** The controls that a person can get at: those of the uppermost dialog while one is open, and the messenger's button. */
export function listControls(): readonly Control[] {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  const scope: ParentNode = dialog ?? document.body;
  const drawn = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null,
  );
  // The one of the page stays to be seen beneath a dialog, and does nothing.
  const isOfMessenger = !messengerButton.hidden && !(messengerButton.disabled && dialog !== undefined);
  return [...drawn, ...(isOfMessenger ? [messengerButton] : [])].map((element) => {
    const kind = readKind(element);
    const name = readName(element);
    // A form that is being sent is disabled as a whole.
    const isDisabled = element.matches(":disabled, [readonly]") || element.closest("[aria-disabled=true]") !== null;
    const isChosen = element.matches(CHOSEN);
    return { kind, name, element, isDisabled, isChosen };
  });
}

function readKind(element: Element): Control["kind"] {
  if (element.matches("input[type=radio], input[type=checkbox]")) return "choice";
  if (element.matches("input, textarea, [contenteditable]")) return "field";
  if (element.matches("select")) return "select";
  if (element.matches("a[href]")) return "link";
  if (element.matches("summary")) return "fold";
  return element.matches("button") ? "button" : "other";
}

/** The accessible name, of the ways in which the app gives one. */
function readName(element: HTMLElement): string {
  const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const named = ids.map((id) => document.getElementById(id)).filter((label) => label !== null);
  if (named.length > 0) return named.map(readText).join(" ");
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  return (labels.length > 0 ? labels : [element]).map(readText).join(" ");
}

/** As a walk names it: `<kind> <name>`, a link by the path or origin that it leads to. */
export function describeControl({ kind, name, element }: Control): string {
  if (!(element instanceof HTMLAnchorElement)) return `${kind} ${name}`;
  return `link ${element.origin === window.location.origin ? element.pathname : element.origin}`;
}

/** As a walk may name it among its `others`: a link also with its query, where the walk knows what that has to be. */
export function nameOther(control: Control): readonly string[] {
  const { element } = control;
  const name = describeControl(control);
  return element instanceof HTMLAnchorElement && element.search !== "" ? [name, name + element.search] : [name];
}

/** Opens what is to be opened as soon as it is there. */
export function unfold({ opens = [] }: { opens?: readonly string[] }): void {
  for (const control of listControls()) {
    const { element } = control;
    const isOpen = element.ariaExpanded === "true" || element.closest("details")?.open === true;
    if (!isOpen && opens.includes(describeControl(control))) element.click();
  }
}

/** The text that a screen reader reads. */
function readText(element: Element): string {
  const words: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest("[aria-hidden=true], select, textarea") == null) words.push(node.data.trim());
  }
  return words.filter((word) => word !== "").join(" ");
}
