import { LANGUAGES, type Language } from "#domain/language/language.ts";

import { PALETTES, type ThemeName } from "../themes.ts";

/** Which picture is shown, and how. It is in the address, so that a link to it can be shared. */
export interface PictureQuery {
  /** `Primitives` or a screen's name. */
  group: string;
  /** The picture's name; empty for the first of its group. */
  name: string;
  language: Language;
  theme: ThemeName;
}

export function parsePictureQuery(hash: string): PictureQuery {
  const params = new URLSearchParams(hash.replace(/^#/u, ""));
  return {
    group: params.get("group") ?? "Primitives",
    name: params.get("name") ?? "",
    language: LANGUAGES.find((language) => language === params.get("language")) ?? "en",
    theme: toThemeName(params.get("theme")) ?? "Web A light",
  };
}

export function formatPictureQuery(query: PictureQuery): string {
  return `#${new URLSearchParams({ ...query }).toString()}`;
}

function toThemeName(name: string | null): ThemeName | null {
  return name !== null && Object.hasOwn(PALETTES, name) ? (name as ThemeName) : null;
}
