import type { components } from "#contract/schema.d.ts";
import { MESSAGE_IDS, type MessageId } from "#domain/copyTexts.ts";
import type { Language } from "#domain/language/language.ts";
import { findTextTitle } from "./findTitle.ts";
import { findWords } from "./findWords.ts";

/** Every preset text with its title, both in the caller's language; one is selected. */
export function listTexts(language: Language, inUseId: MessageId): components["schemas"]["CopyText"][] {
  return MESSAGE_IDS.map((messageId) => ({
    messageId,
    title: findTextTitle(language, messageId),
    text: findWords(language, "", messageId),
    inUse: messageId === inUseId,
  }));
}
