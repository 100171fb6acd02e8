/** Signs that hide, turn, fill or cannot be drawn, but for those that emoji and some scripts need between others. */
const NEVER_SEEN =
  /(?![\uFE00-\uFE0F\u{E0020}-\u{E007F}\u200B-\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800\uFFFC\u{1D159}]/gu;

const TAG_FLAG = "\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}";
const KEYCAP = "[0-9#*]\\uFE0F?\\u20E3";
const PICTURE = "\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?";
/** Between letters of scripts that join: Persian and the scripts of India and Cambodia. */
const BETWEEN_LETTERS = "[\\p{L}\\p{M}][\\u200B-\\u200D](?=\\p{L})";
const KEPT = `${TAG_FLAG}|${KEYCAP}|${PICTURE}(?:\\u200D${PICTURE})*|${BETWEEN_LETTERS}`;
const LOOSE = new RegExp(`(${KEPT})|[\\u200B-\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}]`, "gu");

/** What one can see of a name or a title: one line, no hidden signs, no towers of marks; empty where that is nothing. */
export function seeName(text: string): string {
  const seen = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .replaceAll(NEVER_SEEN, "")
    .replaceAll(LOOSE, (_, kept: string | undefined) => kept ?? "")
    .replaceAll(/(\p{M}{4})\p{M}+/gu, "$1")
    .replaceAll(/ +/gu, " ")
    .replace(/^[\s\p{M}]+/u, "")
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen : "";
}

const IS_HAN = /^\p{Script=Han}+$/u;

/** What one can see of a person's name: the family name first where both are Chinese. */
export function seePersonName(firstName: string, lastName: string | null): string {
  const first = seeName(firstName);
  const last = seeName(lastName ?? "");
  if (IS_HAN.test(first) && IS_HAN.test(last)) return `${last}${first}`;
  return [first, last].filter((part) => part !== "").join(" ");
}
