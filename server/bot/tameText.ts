const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";
const WORD_JOINER = "\u2060";

/**
 * A name or remark as the bot may say it: one line, without characters that steer the text around it, set apart in its
 * own direction of writing, and without anything that the messenger would turn into a link, a mention or a command. It
 * looks as it was typed: what is added has no width. Joiners stay, since emoji and Khmer need them.
 */
export function tameText(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\p{Cf}--[\u200B-\u200D]]/gv, "")
    .trim()
    .replaceAll(/[.:/@#$](?=\S)/gu, `$&${WORD_JOINER}`);
  return plain === "" ? "" : `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}`;
}
