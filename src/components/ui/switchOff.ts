import type { KeyboardEvent, MouseEvent, MouseEventHandler } from "react";

import { isComposing } from "#src/hooks/isComposing.ts";

interface SwitchedOff {
  "aria-disabled": true | undefined;
  onClick: MouseEventHandler<HTMLButtonElement> | undefined;
}

/** A press that does nothing; also keeps a button from sending its form. */
export function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * What a button takes in place of `disabled`. The browser moves the focus of a disabled button to the body, away from
 * keyboard and screen reader; a button that is switched off this way keeps it, and no press does anything.
 */
export function switchOff(isOff: boolean, onClick?: MouseEventHandler<HTMLButtonElement>): SwitchedOff {
  return isOff ? { "aria-disabled": true, onClick: ignore } : { "aria-disabled": undefined, onClick };
}

interface StoodStill {
  readOnly?: true;
  "aria-disabled"?: true;
  onKeyDown?: (event: KeyboardEvent) => void;
}

function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && !isComposing(event.nativeEvent)) event.preventDefault();
}

/**
 * What a text field takes in place of `disabled`, after its own props, for the same reason. It keeps the focus and its
 * text, and Enter sends no form.
 */
export function standStill(isOff: boolean): StoodStill {
  return isOff ? { readOnly: true, "aria-disabled": true, onKeyDown: ignoreEnter } : {};
}
