import type { components } from "#contract/schema.d.ts";

/** An account with everything that tells it from a look-alike. */
export function formatOwner({ name, username, tgUserId }: components["schemas"]["OrderOwner"]): string {
  const handle = username === null ? "" : `@${username}, `;
  return `${name} (${handle}ID ${tgUserId})`;
}
