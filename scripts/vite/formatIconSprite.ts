/**
 * Builds one hidden SVG with a symbol `icon-<name>` per icon. A symbol inherits the stroke attributes of its file's
 * root, so an icon looks the same in the sprite and by itself.
 */
export function formatIconSprite(icons: Readonly<Record<string, string>>): string {
  const symbols = Object.entries(icons)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, svg]) => formatSymbol(name, svg));
  return `<svg xmlns="http://www.w3.org/2000/svg" display="none" aria-hidden="true">${symbols.join("")}</svg>`;
}

function formatSymbol(name: string, svg: string): string {
  const [, attributes, shapes] = /<svg xmlns="[^"]*"([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  if (attributes === undefined || shapes === undefined) throw new Error(`icon ${name} is no svg element`);
  return `<symbol id="icon-${name}"${attributes}>${shapes.replaceAll(/\s*\n\s*/g, "")}</symbol>`;
}
