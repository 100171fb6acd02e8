import { readFile } from "node:fs/promises";
import type { ErrorKey } from "#contract/errors.ts";
import { LANGUAGES, type Language } from "./language.ts";

/** The text of an error in a language, with its placeholders filled. */
export type FindErrorText = (key: ErrorKey, language: Language, params: Readonly<Record<string, string | number>>) => string;

type Texts = Readonly<Record<string, string>>;

async function readTexts(language: Language): Promise<Texts> {
  const file = new URL(`../../locales/${language}/errors.json`, import.meta.url);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && language !== "en") return "{}";
    throw error;
  });
  return JSON.parse(text) as Texts;
}

/** Loads the error texts of every language. A text that a language lacks is told in English. */
export async function loadErrorTexts(): Promise<FindErrorText> {
  const texts = new Map<Language, Texts>();
  for (const language of LANGUAGES) texts.set(language, await readTexts(language));
  return (key, language, params) => {
    const text = texts.get(language)?.[key] ?? texts.get("en")?.[key] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""));
  };
}
