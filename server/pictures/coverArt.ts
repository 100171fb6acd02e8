import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoverId } from "#domain/covers.ts";
import { type CoverArt, parseCoverArt } from "#domain/picture/coverArt.ts";

const COVERS = join(import.meta.dirname, "../../public/covers");

/** The drawings of a cover's file, the same that the app shows. */
export function readCoverArt(coverId: CoverId): CoverArt {
  return parseCoverArt(readFileSync(join(COVERS, `${coverId}.svg`), "utf8"));
}
