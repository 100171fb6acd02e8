import type { components } from "#contract/schema.d.ts";

interface PersonRow {
  first_name: string;
  last_name: string | null;
  photo_url: string | null;
}

/** A person as others see them: display name and avatar, never an id. */
export function toPerson(row: PersonRow): components["schemas"]["Person"] {
  return { name: [row.first_name, row.last_name].filter(Boolean).join(" "), url: row.photo_url };
}
