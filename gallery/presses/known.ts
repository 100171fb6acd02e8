import type { Control } from "#tests/screens/controls.ts";

/** What other pictures of a screen have shown of its controls, and need not be shown again. */
export interface Known {
  /** Links that were pressed: they do the same on each picture. */
  readonly links: Set<string>;
  /** Controls whose keys the browser has turned into a click. */
  readonly struck: Set<string>;
}

export function createKnown(): Known {
  return { links: new Set(), struck: new Set() };
}

/** Notes a link; answers whether it had been noted. */
export function noteLink({ links }: Known, { kind, key, element }: Control): boolean {
  const { size } = links;
  return kind === "link" && links.add(`${key} ${element.getAttribute("href") ?? ""}`).size === size;
}

/** Whether the keys of a button or link were struck before. Any other control, e.g. a field, is struck each time. */
export function isStruck({ struck }: Known, control: Control): boolean {
  return (control.kind === "button" || control.kind === "link") && struck.has(nameLook(control));
}

export function noteStrike({ struck }: Known, control: Control): void {
  struck.add(nameLook(control));
}

/** Keys do something else where a control is disabled or busy. */
function nameLook({ key, isDisabled, element }: Control): string {
  return `${key} ${String(isDisabled)} ${element.getAttribute("aria-busy") ?? ""}`;
}
