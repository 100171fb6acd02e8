/** The product's languages, spelled as the folders of locales/. */
export const LANGUAGES = ["en", "es", "id", "km", "vi", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages of the selector, in its order (SPEC.md 1). */
export const SELECTABLE_LANGUAGES = ["zh-CN", "zh-TW", "en", "vi", "km"] as const satisfies readonly Language[];
