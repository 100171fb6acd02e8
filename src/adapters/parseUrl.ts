/** `URL.parse`, which older web views lack as they do `URL.canParse`; null where there is no address. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
