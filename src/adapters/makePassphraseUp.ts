import type { Language } from "#domain/language/language.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";

import { getRandomBytes } from "./getRandomBytes.ts";

/** A passphrase of the language's words; of 8 characters where it has none, or they cannot be loaded. */
export async function makePassphraseUp(language: Language): Promise<string> {
  return generatePassphrase(getRandomBytes, await loadWords(language).catch(() => null));
}
