/** Whether a value contains a text that cannot be stored: PostgreSQL has no U+0000, and a lone surrogate is invalid. */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}
