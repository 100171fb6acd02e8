/** What people wrote, as a terminal may show it: in quotes, with everything that steers a terminal or hides written as an escape. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
