import { readLabel } from "./readLabel.ts";

const TEXT_KEY = /^[a-z][A-Za-z]*:[\w.-]+$/u;
/** A key that has no text shows itself. */
const RAW_KEY = /^(?:[a-z][A-Za-z]*:)?[a-z][A-Za-z]*(?:\.[a-zA-Z]\w*)+$/u;
/** What holds more is no text of its own. */
const LONGEST = 400;
const HOSTS = /\.(?:org|com|example|me|localhost)$/u;

/**
 * What a view says and the page does not tell: a text by its key, or a link. And texts of which the page shows the key.
 *
 * @param untold what the page need not tell: a path of the view with all beneath it, or one with its key
 */
export function findUntold(view: object, untold: readonly string[]): string[] {
  const words = readWords();
  const links = new Set([...document.querySelectorAll("a")].map(({ href }) => href));
  const strings = listStrings("", view);
  const missing = strings.flatMap(([path, text]) => {
    if (untold.some((one) => one === path || one === `${path} ${text}` || path.startsWith(`${one}.`))) return [];
    if (TEXT_KEY.test(text) && !words.some((word) => readLabel(text).test(word)))
      return [`${path} ${text} is not shown`];
    if (text.startsWith("https://") && !links.has(new URL(text).href)) return [`${path} ${text} is no link`];
    return [];
  });
  return [
    ...missing,
    ...findStrayLinks(links, strings),
    ...words.filter((word) => RAW_KEY.test(word) && !HOSTS.test(word)).map((word) => `the key ${word} is shown`),
  ];
}

/** Links to a site of which the view names pages, and not these. One that has a place for a hash is named by none without. */
function findStrayLinks(links: ReadonlySet<string>, strings: readonly [path: string, text: string][]): string[] {
  const named = strings.map(([, text]) => text).filter((text) => text.startsWith("https://"));
  return [...links].flatMap((link) => {
    const ofSite = named.filter((url) => new URL(url).origin === new URL(link).origin);
    const pages = ofSite.filter((url) => !url.includes("{"));
    const isNamed = (pages.length > 0 ? pages : ofSite).some((url) => {
      const [start = "", end = ""] = url.split(/\{.+\}/u);
      return url.includes("{")
        ? link.startsWith(start) && link.endsWith(end) && link !== start
        : new URL(url).href === link;
    });
    return ofSite.length === 0 || isNamed ? [] : [`${link} is a link to another page than the view names`];
  });
}

function readWords(): string[] {
  const words: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? "";
    if (text.length < LONGEST) words.push(text, ...listParts(text));
  }
  return words;
}

/** Sentences that follow each other: a paragraph may be made of several texts. */
function listParts(text: string): string[] {
  const sentences = text.split(/(?<=[.!?]) /u);
  if (sentences.length === 1) return [];
  return sentences.flatMap((_, from) =>
    sentences.slice(from).map((__, more) => sentences.slice(from, from + more + 1).join(" ")),
  );
}

function listStrings(path: string, value: unknown): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "actions" ? [] : listStrings(Array.isArray(value) ? path : path === "" ? name : `${path}.${name}`, inner),
  );
}
