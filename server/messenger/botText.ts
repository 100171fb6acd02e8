import type en from "#locales/en/bot.json";
import type { Language } from "#domain/language/language.ts";
import { seeName } from "#domain/name/seeName.ts";
import { splitGraphemes } from "#domain/splitGraphemes.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { App } from "#server/app.ts";
import { readTexts } from "#server/readTexts.ts";
import { formatAppLink } from "./startParams.ts";

/** Escapes a text for a message with Telegram HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

type Texts = typeof en;

type PathOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathOf<Tree[Key]>}`;
}[keyof Tree & string];

const TEXTS = readTexts<Texts>("bot");

/** Path of a text in locales/<language>/bot.json. */
export type BotTextKey = PathOf<Texts>;

/** A text of the bot as Telegram HTML, with its values escaped and filled in; those that are HTML as they are. */
export function tellHtml(
  language: Language,
  key: BotTextKey,
  values: Readonly<Record<string, string | { html: string }>> = {},
): string {
  return fill(findText(language, key), (name) => {
    const value = values[name] ?? "";
    return typeof value === "string" ? escapeHtml(value) : value.html;
  });
}

/** A text of the bot without markup, for buttons and the like. */
export function tellPlain(language: Language, key: BotTextKey, values: Readonly<Record<string, string>> = {}): string {
  return fill(findText(language, key), (name) => values[name] ?? "");
}

/** A button that opens the app, by a start parameter or at its first page. */
export function tellLink(
  app: Pick<App, "config" | "telegram">,
  language: Language,
  key: BotTextKey,
  startParam: string | null,
): { text: string; url: string } {
  return { text: tellPlain(language, key), url: formatAppLink(app, startParam) };
}

function findText(language: Language, key: BotTextKey): string {
  const text = key.split(".").reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], TEXTS[language]);
  return String(text);
}

function fill(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueOf(name));
}

const FIRST_STRONG_ISOLATE = "\u2068";
/** Ends what `sanitizeText` isolates. */
const POP_DIRECTIONAL_ISOLATE = "\u2069";
const WORD_JOINER = "\u2060";

/**
 * Makes a name or remark safe to show in a message: one line, no control characters, isolated in its own writing
 * direction, and no link, mention or command. Inserted characters have no width.
 */
export function sanitizeText(text: string): string {
  const plain = seeName(text).replaceAll(/[.:/@#$](?=\S)/gu, `$&${WORD_JOINER}`);
  return plain === "" ? "" : `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}`;
}

/** As long as a name of the messenger may be. */
const MAX_CHARACTERS = 64;
const ELLIPSIS = "…";

/** A name of a person or a group, safe to show and cut to the length that a caption has room for. */
export function nameShortly(name: string): string {
  const safe = sanitizeText(name);
  if (safe.length <= MAX_CHARACTERS) return safe;
  let kept = "";
  for (const character of splitGraphemes(safe)) {
    if (kept.length + character.length > MAX_CHARACTERS - 2) break;
    kept += character;
  }
  return `${kept.trimEnd()}${ELLIPSIS}${POP_DIRECTIONAL_ISOLATE}`;
}

const MAX_NAMES = 5;

/** Names of people in a sentence: five at most, and how many more there are. */
export function listNames(language: Language, names: readonly string[]): string {
  const said = names.slice(0, MAX_NAMES);
  const unsaid = names.length - said.length;
  return new Intl.ListFormat(language).format(unsaid === 0 ? said : [...said, `+${unsaid}`]);
}

/** The values of a text that tells an amount in base units, written as the reader's language writes numbers. */
export function nameAmount(
  language: Language,
  coinType: CoinType,
  amountBase: bigint,
): { amount: string; coin: string } {
  const { ticker, baseDecimals } = COINS[coinType];
  return { amount: formatAmountText(formatAmount(amountBase, baseDecimals), language), coin: ticker };
}

/** The characters of a message after its entities are parsed, as the messenger counts them at most. */
export function measureHtml(html: string): number {
  return html.replaceAll(/<[^>]*>/gu, "").replaceAll(/&(?:amp|lt|gt|quot);/gu, "x").length;
}
