import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { seePersonName } from "#domain/name/seePersonName.ts";
import { nameSomebody } from "./nameSomebody.ts";

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
