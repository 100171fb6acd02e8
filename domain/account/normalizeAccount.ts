/** Latin letters, digits and underscores, beginning with a letter: the messenger's rule for names. */
const NAME = /^[a-z][a-z0-9_]{3,31}$/;
/** Positive, and within the 52 bits that the messenger guarantees. */
const NUMBER = /^[1-9][0-9]{0,15}$/;
/** Links that people copy instead of a name: a profile, a bot's start link, its app, a channel's message. */
const LINK = /^(?:https?:\/\/)?(?:www\.)?(?:t\.me|telegram\.me)\/([^/?#]+)(?:[/?#].*)?$/;
/** First path segments of links that name no account. */
const NO_ACCOUNTS: ReadonlySet<string> = new Set([
  "joinchat",
  "share",
  "addstickers",
  "addemoji",
  "addlist",
  "addtheme",
  "setlanguage",
  "proxy",
  "socks",
  "login",
  "invoice",
  "contact",
  "confirmphone",
  "giftcode",
  "boost",
]);

/**
 * Returns one spelling for each messenger account: `@name` in lower case, or its number. Accepts a name with or without
 * `@`, a number, and a link that names an account; null for anything else.
 */
export function normalizeAccount(text: string): string | null {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  const linked = LINK.exec(plain)?.[1];
  if (linked !== undefined && NO_ACCOUNTS.has(linked)) return null;
  const name = linked ?? plain;
  if (NUMBER.test(name)) return name;
  const bare = name.startsWith("@") ? name.slice(1) : name;
  return NAME.test(bare) ? `@${bare}` : null;
}
