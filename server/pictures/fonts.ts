import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { cleanText } from "#domain/picture/cleanText.ts";
import { splitGraphemes } from "#domain/splitGraphemes.ts";
import { type Coverage, readCoverage } from "./readCoverage.ts";

const require = createRequire(import.meta.url);

/** In the order in which they are asked for a character. The Chinese one has all of GB 18030, traditional ones too. */
const FONTS = [
  ["Envelope Latin", "@embedpdf/fonts-latin/fonts/NotoSans-SemiBold.ttf"],
  ["Envelope Khmer", "@expo-google-fonts/noto-sans-khmer/600SemiBold/NotoSansKhmer_600SemiBold.ttf"],
  ["Envelope Arabic", "@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf"],
  ["Envelope Hebrew", "@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf"],
  ["Envelope Chinese", "@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf"],
  ["Envelope Emoji", "@expo-google-fonts/noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf"],
] as const;

/** What the drawing thread registers; no font of the machine is used, so that a picture is the same everywhere. */
export const FONT_FILES = FONTS.map(([family, file]) => ({ family, path: findFile(file) }));

/** As the property `font` names them. */
export const FONT_FAMILIES = FONTS.map(([family]) => `"${family}"`).join(", ");

const coverages: readonly Coverage[] = FONT_FILES.map(({ path }) => readCoverage(readFileSync(path)));

/** What a font need not have: it changes or joins what is beside it. */
const INVISIBLE = /\u200C|\u200D|\uFE0E|\uFE0F/gu;

/** Whether a font has one character, as people count them: none is ever drawn as an empty box. */
function canDraw(grapheme: string): boolean {
  const codePoints = Array.from(grapheme.replaceAll(INVISIBLE, ""), (character) => character.codePointAt(0) ?? 0);
  return coverages.some((covers) => codePoints.every((codePoint) => covers(codePoint)));
}

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

/** A package's file, also where the package does not name it among its exports. */
function findFile(file: string): string {
  const found = (require.resolve.paths(file) ?? [])
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the font ${file} is missing`);
  return found;
}
