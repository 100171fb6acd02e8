/** The server's errors for an unknown or malformed id: a retry would not help. */
const MISSING: ReadonlySet<string> = new Set(["errors:notFound", "errors:invalidRequest"]);

export function isMissing(failureKey: string | null): boolean {
  return failureKey !== null && MISSING.has(failureKey);
}
