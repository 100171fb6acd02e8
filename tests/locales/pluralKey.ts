const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

const PLURAL_KEY = new RegExp(`^(.+)_(?:${CATEGORIES.join("|")})$`, "u");

/** The key that code names: without a plural form's suffix. */
export function getBaseKey(key: string): string {
  return PLURAL_KEY.exec(key)?.[1] ?? key;
}

/** A plural key's forms in a language, in the order of CLDR. */
export function listPluralKeys(baseKey: string, language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return CATEGORIES.filter((category) => pluralCategories.includes(category)).map(
    (category) => `${baseKey}_${category}`,
  );
}
