import { refuseBadRequest } from "./telegramRefusal.ts";

export interface MessageEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
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
};
const ESCAPES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const TOKEN = /<(\/?)([a-z-]+)((?:\s+[a-z-]+="[^"]*")*)\s*>|(&(?:lt|gt|amp|quot);)|([^<&]+|&)|(<)/gu;

/** Parses text and entities of a message with `parse_mode: HTML`. Refuses what Telegram refuses. */
export function parseHtmlText(html: string): { text: string; entities: MessageEntity[] } {
  let text = "";
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; url: string | undefined }[] = [];
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
        url: /href="([^"]*)"/.exec(attributes ?? "")?.[1]?.replaceAll("&amp;", "&"),
      });
    } else if (tag !== undefined) {
      const start = open.pop();
      if (start === undefined || start.tag !== tag) {
        refuseBadRequest(
          `can't parse entities: Unmatched end tag at byte offset ${text.length}, expected "</${start?.tag ?? ""}>", found "</${tag}>"`,
        );
      }
      const entity = { type: TYPES[tag] ?? tag, offset: start.offset, length: text.length - start.offset };
      if (entity.length > 0) entities.push(start.url === undefined ? entity : { ...entity, url: start.url });
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    refuseBadRequest(`can't parse entities: Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.toSorted((left, right) => left.offset - right.offset) };
}
