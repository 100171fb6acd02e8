import type { KeyboardEvent } from "react";

import { isComposing } from "#src/hooks/isComposing.ts";

const FIELDS = 'input:not([type="radio"], [type="checkbox"])';

/** Enter leaves a field for the next one, as its key on a phone says; after the last one the keyboard goes away. */
export function focusNext(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(FIELDS)];
  const field = fields.findIndex((candidate) => candidate === event.target);
  if (field === -1) return;
  event.preventDefault();
  const next = fields[field + 1];
  if (next === undefined) fields[field]?.blur();
  else next.focus();
}
