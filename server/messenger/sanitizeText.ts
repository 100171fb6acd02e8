import { seeName } from "#domain/name/seeName.ts";

const FIRST_STRONG_ISOLATE = "\u2068";
/** Ends what `sanitizeText` isolates. */
export const POP_DIRECTIONAL_ISOLATE = "\u2069";
const WORD_JOINER = "\u2060";

/**
 * Makes a name or remark safe to show in a message: one line, no control characters, isolated in its own writing
 * direction, and no link, mention or command. Inserted characters have no width.
 */
export function sanitizeText(text: string): string {
  const plain = seeName(text).replaceAll(/[.:/@#$](?=\S)/gu, `$&${WORD_JOINER}`);
  return plain === "" ? "" : `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}`;
}
