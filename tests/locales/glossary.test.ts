import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { NAMESPACES, readTexts } from "./readTexts.ts";

interface Entry {
  tag: string;
  thing: string;
  name: string;
  rivals: readonly string[];
}

/** The rows of the tables, each with the language of its heading. */
function readGlossary(): readonly Entry[] {
  const text = readFileSync(new URL("../../docs/glossary.md", import.meta.url), "utf8");
  return text.split(/^## /mu).flatMap((section) => {
    const tag = /\(`(?<tag>[^`]+)`\)/u.exec(section)?.groups?.["tag"];
    if (tag === undefined) return [];
    const rows = section.split("\n").filter((line) => line.startsWith("|"));
    // The first two are the heading of the table and its rule.
    return rows.slice(2).map((row): Entry => {
      const [, thing = "", name = "", rivals = ""] = row.split("|").map((cell) => cell.trim());
      return { tag, thing, name, rivals: rivals.split(", ") };
    });
  });
}

const GLOSSARY = readGlossary();

/** Finds a word as a whole: only Latin letters part words from each other. */
function createFinder(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<!\p{Script=Latin})${escaped}(?!\p{Script=Latin})`, "iu");
}

/** Placeholders are no words. */
function listTexts(tag: (typeof LANGUAGES)[number]): [key: string, text: string][] {
  return NAMESPACES.flatMap((namespace) =>
    [...readTexts(tag, namespace)].map(([key, text]): [string, string] => [
      `${namespace}:${key}`,
      text.replaceAll(/\{\{[^}]*\}\}/gu, ""),
    ]),
  );
}

test("the glossary has one table for each language, each with the same things", () => {
  const listThings = (tag: string) => GLOSSARY.filter((entry) => entry.tag === tag).map(({ thing }) => thing);
  expect(new Set(GLOSSARY.map(({ tag }) => tag))).toEqual(new Set(LANGUAGES));
  expect(listThings("en").length).toBeGreaterThan(20);
  for (const tag of LANGUAGES) expect(listThings(tag), tag).toEqual(listThings("en"));
});

test.each(LANGUAGES)("each name of the glossary is used, and no rival of it: %s", (tag) => {
  const texts = listTexts(tag);
  const entries = GLOSSARY.filter((entry) => entry.tag === tag);
  const unused = entries.filter(({ name }) => !texts.some(([, text]) => createFinder(name).test(text)));
  expect(unused.map(({ thing, name }) => `${thing}: ${name}`)).toEqual([]);
  const rivals = entries.flatMap((entry) =>
    entry.rivals.flatMap((rival) =>
      texts
        .filter(([, text]) => createFinder(rival).test(text))
        .map(([key]) => `${key} says ${rival} for ${entry.name}`),
    ),
  );
  expect(rivals).toEqual([]);
});
