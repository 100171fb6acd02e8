import type { components } from "#contract/schema.d.ts";

/** The titles of chats in a sentence; each keeps its own direction. */
export function nameChats(chats: readonly components["schemas"]["Chat"][], language: string): string {
  return new Intl.ListFormat(language).format(chats.map(({ title }) => `\u2068${title}\u2069`));
}
