import { splitGraphemes } from "#domain/splitGraphemes.ts";
import { POP_DIRECTIONAL_ISOLATE, sanitizeText } from "./sanitizeText.ts";

/** As long as a name of the messenger may be. */
const MAX_CHARACTERS = 64;
const ELLIPSIS = "…";

/** A name of a person or a group, safe to show and cut to the length that a caption has room for. */
export function nameShortly(name: string): string {
  const safe = sanitizeText(name);
  if (safe.length <= MAX_CHARACTERS) return safe;
  let kept = "";
  for (const character of splitGraphemes(safe)) {
    if (kept.length + character.length > MAX_CHARACTERS - 2) break;
    kept += character;
  }
  return `${kept.trimEnd()}${ELLIPSIS}${POP_DIRECTIONAL_ISOLATE}`;
}
