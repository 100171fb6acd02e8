import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { seeName, seePersonName } from "#domain/name/seeName.ts";
import { readTexts } from "#server/readTexts.ts";

const TEXTS = readTexts<{ somebody: string }>("bot");

/** Somebody without a name that one can see: by the last figures of their id, of which no other can be told. */
export function nameSomebody(language: Language, tgUserId: bigint): string {
  return TEXTS[language].somebody.replace("{{figure}}", readFigure(tgUserId));
}

/** What one can see of a group's title, else the last figures of its id. */
export function seeTitle(title: string, chatId: bigint | string): string {
  return seeName(title) || `#${readFigure(chatId)}`;
}

function readFigure(id: bigint | string): string {
  return String(id).slice(-4);
}

interface PersonRow {
  tg_user_id: bigint;
  first_name: string;
  last_name: string | null;
  photo_url: string | null;
}

/** A person as others see them: display name and avatar, never an id. The language is the reader's. */
export function toPerson(row: PersonRow, language: Language): components["schemas"]["Person"] {
  const name = seePersonName(row.first_name, row.last_name) || nameSomebody(language, row.tg_user_id);
  return { name, url: row.photo_url };
}
