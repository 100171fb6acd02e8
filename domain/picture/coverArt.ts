export interface CoverArt {
  /** On 260 × 330. */
  art: string;
  /** On 48 × 48. */
  emblem: string;
}

/** The drawings of a cover's file, in the file's own tints. */
export function parseCoverArt(svg: string): CoverArt {
  return { art: findSymbol(svg, "art"), emblem: findSymbol(svg, "emblem") };
}

function findSymbol(svg: string, id: string): string {
  const symbol = new RegExp(`<symbol id="${id}"[^>]*>([\\s\\S]*?)</symbol>`, "u").exec(svg)?.[1];
  if (symbol === undefined) throw new Error(`a cover has no ${id}`);
  return symbol.replaceAll(/var\(--[a-z-]+, (#[\da-f]{6})\)/gu, "$1");
}
