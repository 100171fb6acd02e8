import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoverId } from "#domain/covers.ts";

const COVERS = join(import.meta.dirname, "../../public/covers");

export interface CoverArt {
  /** On 260 × 330. */
  art: string;
  /** On 48 × 48. */
  emblem: string;
}

/** The drawings of a cover's file, the same that the app shows, in the file's own tints. */
export function readCoverArt(coverId: CoverId): CoverArt {
  const svg = readFileSync(join(COVERS, `${coverId}.svg`), "utf8");
  return { art: findSymbol(svg, "art"), emblem: findSymbol(svg, "emblem") };
}

function findSymbol(svg: string, id: string): string {
  const symbol = new RegExp(`<symbol id="${id}"[^>]*>([\\s\\S]*?)</symbol>`, "u").exec(svg)?.[1];
  if (symbol === undefined) throw new Error(`a cover has no ${id}`);
  return symbol.replaceAll(/var\(--[a-z-]+, (#[\da-f]{6})\)/gu, "$1");
}
