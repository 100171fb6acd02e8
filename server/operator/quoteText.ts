/** Quotes a person's text for a terminal; escapes control and invisible characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
