import type { components } from "#contract/schema.d.ts";
import { COVER_IDS, type CoverId } from "#domain/covers.ts";
import type { Language } from "#domain/language/language.ts";
import { findCoverTitle } from "./findTitle.ts";

/** Every cover with its title in the caller's language; one is selected. */
export function listCovers(language: Language, inUseId: CoverId): components["schemas"]["Cover"][] {
  return COVER_IDS.map((coverId) => ({
    coverId,
    title: findCoverTitle(language, coverId),
    imageUrl: `/covers/${coverId}.svg`,
    inUse: coverId === inUseId,
  }));
}
