import type { Language } from "#domain/language/language.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";

import { getRandomBytes } from "./random.ts";
import { withTimeout } from "./withTimeout.ts";

/** The form waits for it. */
const WORDS_TIMEOUT_MS = 3000;

/** A passphrase of words of the language; of digits where they do not load in time. */
export async function makePassphraseUp(language: Language, load = loadWords): Promise<string> {
  const words = await withTimeout(load(language), WORDS_TIMEOUT_MS).catch(() => null);
  return generatePassphrase(getRandomBytes, words);
}
