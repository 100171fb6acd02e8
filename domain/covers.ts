/** The pictures of an envelope, each drawn for an occasion. */
export const COVER_IDS = [
  "lunarNewYear",
  "tet",
  "khmerNewYear",
  "eid",
  "wedding",
  "birthday",
  "thankYou",
  "goodLuck",
] as const;

export type CoverId = (typeof COVER_IDS)[number];

/** The default cover, also for an unknown id. */
export const DEFAULT_COVER_ID: CoverId = "goodLuck";

export function toCoverId(id: string | null): CoverId {
  return COVER_IDS.find((known) => known === id) ?? DEFAULT_COVER_ID;
}
