import { refuseBadRequest } from "./telegramRefusal.ts";

export interface MessageEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly unix_time?: number;
  readonly date_time_format?: string;
}

const TYPES: Record<string, string> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  del: "strikethrough",
  code: "code",
  pre: "pre",
  a: "text_link",
  blockquote: "blockquote",
  "tg-spoiler": "spoiler",
  "tg-time": "date_time",
};
const ESCAPES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const TOKEN = /<(\/?)([a-z-]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>|(&(?:lt|gt|amp|quot);)|([^<&]+|&)|(<)/gu;

/** Parses text and entities of a message with `parse_mode: HTML`. Refuses what Telegram refuses. */
export function parseHtmlText(html: string): { text: string; entities: MessageEntity[] } {
  let text = "";
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; more: Partial<MessageEntity> }[] = [];
  for (const [, slash, tag, attributes, escape, plain, stray] of html.matchAll(TOKEN)) {
    if (stray !== undefined) refuseBadRequest("can't parse entities: Unsupported start tag");
    if (plain !== undefined) text += plain;
    else if (escape !== undefined) text += ESCAPES[escape] ?? "";
    else if (tag !== undefined && slash === "") {
      if (!(tag in TYPES))
        refuseBadRequest(`can't parse entities: Unsupported start tag "${tag}" at byte offset ${text.length}`);
      open.push({
        tag,
        offset: text.length,
        more: readAttributes(tag, attributes ?? ""),
      });
    } else if (tag !== undefined) {
      const start = open.pop();
      if (start === undefined || start.tag !== tag) {
        refuseBadRequest(
          `can't parse entities: Unmatched end tag at byte offset ${text.length}, expected "</${start?.tag ?? ""}>", found "</${tag}>"`,
        );
      }
      const length = text.length - start.offset;
      if (length > 0) entities.push({ type: TYPES[tag] ?? tag, offset: start.offset, length, ...start.more });
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    refuseBadRequest(`can't parse entities: Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.toSorted((left, right) => left.offset - right.offset) };
}

function readAttributes(tag: string, attributes: string): Partial<MessageEntity> {
  const read = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
  const url = read("href");
  if (url !== undefined) return { url: url.replaceAll("&amp;", "&") };
  if (tag === "blockquote" && attributes.trim() === "expandable") return { type: "expandable_blockquote" };
  if (tag !== "tg-time") return {};
  const [unix = "", format = ""] = [read("unix"), read("format")];
  if (!/^\d{1,11}$/.test(unix) || !/^(?:r|w?[dD]?[tT]?)$/.test(format))
    refuseBadRequest("can't parse entities: Invalid tg-time specified");
  return { unix_time: Number(unix), date_time_format: format };
}
