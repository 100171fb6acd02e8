import { splitGraphemes } from "#domain/splitGraphemes.ts";
import { cleanText } from "#domain/picture/cleanText.ts";
import { canDraw } from "./fonts.ts";

/**
 * What of a text can be drawn. A sign that no font has is left out; where that is a letter, the whole text is, since it
 * would say something else.
 */
export function keepDrawable(text: string): string {
  const characters = splitGraphemes(cleanText(text));
  const hasUnknownLetter = characters.some((character) => /\p{L}/u.test(character) && !canDraw(character));
  if (hasUnknownLetter) return "";
  return characters.filter(canDraw).join("").replaceAll(/ +/gu, " ").trim();
}
