import type { Language } from "#domain/language/language.ts";

const MAX_NAMES = 5;

/** Names of people in a sentence: five at most, and how many more there are. */
export function listNames(language: Language, names: readonly string[]): string {
  const said = names.slice(0, MAX_NAMES);
  const unsaid = names.length - said.length;
  return new Intl.ListFormat(language).format(unsaid === 0 ? said : [...said, `+${unsaid}`]);
}
