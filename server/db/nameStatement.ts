/** What a statement does, and to which table. */
interface NamedStatement {
  /** e.g. `select`. */
  verb: string;
  /** null where none is named, e.g. for `begin`. */
  table: string | null;
}

const TABLE = String.raw`(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)"?`;
const TABLES: Readonly<Record<string, RegExp>> = {
  select: new RegExp(String.raw`\bfrom\s+${TABLE}`, "i"),
  insert: new RegExp(String.raw`^insert\s+into\s+${TABLE}`, "i"),
  update: new RegExp(String.raw`^update\s+${TABLE}`, "i"),
  delete: new RegExp(String.raw`^delete\s+from\s+${TABLE}`, "i"),
};

/** Names a statement by its verb and its first table: never by a value in it. */
export function nameStatement(text: string): NamedStatement {
  const main = dropWith(text.trimStart());
  const verb = /^[a-z]+/i.exec(main)?.[0].toLowerCase() ?? "statement";
  return { verb, table: TABLES[verb]?.exec(main)?.[1] ?? null };
}

/** What follows `with …`: the first main verb outside parentheses. */
function dropWith(text: string): string {
  if (!/^with\b/i.test(text)) return text;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/[()]|'(?:[^']|'')*'|\b(?:select|insert|update|delete)\b/gi)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (depth === 0 && !token.startsWith("'")) return text.slice(index);
  }
  return text;
}
