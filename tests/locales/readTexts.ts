import type { Language } from "#domain/language/language.ts";

export const NAMESPACES = [
  "app",
  "errors",
  "envelope",
  "wallet",
  "copyTexts",
  "personal",
  "home",
  "about",
  "privacy",
  "safety",
  "codes",
  "withdraw",
  "life",
  "proof",
  "bot",
  "mail",
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** Dotted key → text, in the order of the file. */
export type Texts = ReadonlyMap<string, string>;

interface Branch {
  [key: string]: string | Branch;
}

const FILES = import.meta.glob<Branch>("/locales/*/*.json", { eager: true, import: "default" });

/** Paths under locales/, e.g. `en/app.json`. */
export function listTextFiles(): string[] {
  return Object.keys(FILES)
    .map((file) => file.slice("/locales/".length))
    .sort();
}

export function readTexts(language: Language, namespace: Namespace): Texts {
  const branch = FILES[`/locales/${language}/${namespace}.json`];
  return new Map(branch === undefined ? [] : flatten(branch, ""));
}

function flatten(branch: Branch, prefix: string): [string, string][] {
  return Object.entries(branch).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}
