import type { Control } from "./controls.ts";

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
  return kind === "link" && hasNoted(links, `${key} ${element.getAttribute("href") ?? ""}`);
}

/** Notes a button or link whose keys are struck; answers whether it had been noted. Any other control takes keys, not clicks. */
export function noteStrike({ struck }: Known, { kind, key, isDisabled }: Control): boolean {
  return (kind === "button" || kind === "link") && hasNoted(struck, `${key} ${String(isDisabled)}`);
}

function hasNoted(notes: Set<string>, note: string): boolean {
  const { size } = notes;
  return notes.add(note).size === size;
}
