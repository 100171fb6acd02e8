/**
 * A colour as the messenger takes it, `#rrggbb`; null for what is none.
 * @param value as a style sheet holds it; builds shorten `#ffffff` to `#fff`
 */
export function toHexColor(value: string): `#${string}` | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/iu.exec(value.trim())?.[1];
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : Array.from(digits, (digit) => digit + digit).join("")}`;
}
