import { readFile } from "node:fs/promises";
import { LANGUAGES, type Language } from "#domain/language/language.ts";

/**
 * The text of a key `<namespace>:<path>` in a language, in the variant of `context` if it exists, with its placeholders
 * filled in.
 */
export type FindErrorText = (
  key: string,
  language: Language,
  params: Readonly<Record<string, string | number>>,
) => string;

interface Texts {
  readonly [name: string]: string | Texts;
}

/** Files of locales/ that contain texts of refusals. */
const NAMESPACES = ["errors", "envelope", "wallet", "withdraw"] as const;

async function readTexts(language: Language, namespace: string): Promise<Texts> {
  const file = new URL(`../../locales/${language}/${namespace}.json`, import.meta.url);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  return JSON.parse(text) as Texts;
}

function findText(texts: Texts | undefined, path: string): string | null {
  const found = path
    .split(".")
    .reduce<string | Texts | undefined>((inner, name) => (typeof inner === "object" ? inner[name] : undefined), texts);
  return typeof found === "string" ? found : null;
}

/** Loads the texts of every language. A missing text falls back to English. */
export async function loadErrorTexts(): Promise<FindErrorText> {
  const texts = new Map<string, Texts>();
  for (const language of LANGUAGES) {
    for (const namespace of NAMESPACES) texts.set(`${language} ${namespace}`, await readTexts(language, namespace));
  }
  return (key, language, params) => {
    const [namespace = "", path = ""] = key.split(":");
    const find = (name: string) => {
      const inLanguage = texts.get(`${name} ${namespace}`);
      return findText(inLanguage, `${path}_${params["context"]}`) ?? findText(inLanguage, path);
    };
    const text = find(language) ?? find("en") ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""));
  };
}
