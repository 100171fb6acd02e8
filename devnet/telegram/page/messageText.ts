import { el } from "./dom.ts";
import type { PageMessage } from "./pageTypes.ts";

const LINK = /https?:\/\/[^\s<>"]+|(?<![\w/])t\.me\/[^\s<>"]+/g;
const TAGS: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/** Renders a message's text with formatting and working links. */
export function renderText(
  message: Pick<PageMessage, "text" | "entities">,
  openUrl: (url: string) => void,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let at = 0;
  for (const entity of message.entities) {
    if (entity.offset < at) continue;
    appendLinked(fragment, message.text.slice(at, entity.offset), openUrl);
    const text = message.text.slice(entity.offset, entity.offset + entity.length);
    const tag = TAGS[entity.type];
    if (entity.url !== undefined) fragment.append(renderLink(text, entity.url, openUrl));
    else if (entity.unix_time !== undefined) fragment.append(formatLocally(entity.unix_time));
    else if (tag !== undefined) fragment.append(el(tag, {}, text));
    else appendLinked(fragment, text, openUrl);
    at = entity.offset + entity.length;
    // A quote ends its line itself.
    if (tag === "blockquote" && message.text[at] === "\n") at += 1;
  }
  appendLinked(fragment, message.text.slice(at), openUrl);
  return fragment;
}

/** In the reader's own zone. */
function formatLocally(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

function appendLinked(parent: DocumentFragment, text: string, openUrl: (url: string) => void): void {
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    parent.append(text.slice(at, match.index));
    parent.append(renderLink(match[0], match[0].startsWith("http") ? match[0] : `https://${match[0]}`, openUrl));
    at = match.index + match[0].length;
  }
  parent.append(text.slice(at));
}

function renderLink(text: string, url: string, openUrl: (url: string) => void): HTMLElement {
  return el(
    "a",
    {
      href: url,
      onclick: (event) => {
        event.preventDefault();
        openUrl(url);
      },
    },
    text,
  );
}
