import { sanitizeText } from "./sanitizeText.ts";

/** As long as a name of the messenger may be. */
const MAX_CHARACTERS = 64;
const ELLIPSIS = "…";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A name of a person or a group in a caption, whose length is bounded: safe to show, and no longer than need be. */
export function nameShortly(name: string): string {
  const safe = sanitizeText(name);
  if (safe.length <= MAX_CHARACTERS) return safe;
  let kept = "";
  for (const { segment } of graphemes.segment(safe)) {
    if (kept.length + segment.length > MAX_CHARACTERS - 2) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${ELLIPSIS}${POP_DIRECTIONAL_ISOLATE}`;
}
