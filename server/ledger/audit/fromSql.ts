import type { Invariant } from "./invariant.ts";

/** A query whose column `breach` describes each row that should not be there. */
export function fromSql(name: string, text: string): Invariant {
  return {
    name,
    async findBreaches(client) {
      const { rows } = await client.query<{ breach: string }>(text);
      return rows.map(({ breach }) => breach);
    },
  };
}
