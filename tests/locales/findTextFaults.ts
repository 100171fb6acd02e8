import { getBaseKey, listPluralKeys } from "./pluralKey.ts";
import type { Texts } from "./readTexts.ts";

/** Scripts that a translation must contain. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  km: /\p{Script=Khmer}/u,
  "zh-CN": /\p{Script=Han}/u,
  "zh-TW": /\p{Script=Han}/u,
};

export interface Translation {
  language: string;
  english: Texts;
  texts: Texts;
  /** Keys whose text needs no translation. */
  names: ReadonlySet<string>;
}

/** What is wrong with a translation; empty when nothing is. */
export function findTextFaults({ language, english, texts, names }: Translation): string[] {
  const faults: string[] = [];
  const wanted = listWantedKeys(english, language);
  for (const key of wanted) if (!texts.has(key)) faults.push(`${key}: missing`);
  for (const key of texts.keys()) if (!wanted.includes(key)) faults.push(`${key}: not in English`);
  if (faults.length === 0 && [...texts.keys()].join() !== wanted.join()) faults.push("the keys are in another order");
  for (const [key, text] of texts) {
    const source = english.get(key) ?? english.get(`${getBaseKey(key)}_other`);
    if (text.trim() === "") faults.push(`${key}: empty`);
    else if (text.trim() !== text) faults.push(`${key}: blanks at an end`);
    if (source === undefined) continue;
    if (listMarks(text) !== listMarks(source))
      faults.push(`${key}: has ${listMarks(text)} where English has ${listMarks(source)}`);
    if (language === "en" || names.has(key)) continue;
    if (text === source) faults.push(`${key}: left in English`);
    else if (SCRIPTS[language]?.test(text) === false) faults.push(`${key}: has no letter of the language`);
  }
  return faults;
}

function listWantedKeys(english: Texts, language: string): string[] {
  const keys = [...english.keys()].flatMap((key) => {
    const base = getBaseKey(key);
    return base === key ? [key] : listPluralKeys(base, language);
  });
  return [...new Set(keys)];
}

/** Placeholders and tags, which code fills in and messengers read. */
function listMarks(text: string): string {
  return (text.match(/\{\{\s*[^}]*\}\}|<\/?[a-z]+>/gu) ?? []).sort().join(" ");
}
