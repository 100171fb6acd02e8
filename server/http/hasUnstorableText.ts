/** Whether a text anywhere in the value cannot be kept: PostgreSQL stores no U+0000, and a lone surrogate is not valid text. */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}
