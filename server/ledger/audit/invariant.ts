import type { PoolClient } from "pg";

/** A rule that must hold for the whole database. */
export interface Invariant {
  name: string;
  /** One text per breach, without secrets. */
  findBreaches: (client: PoolClient) => Promise<readonly string[]>;
}

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

/** Balance of each account that has entries. */
export const BALANCES =
  "select account, coin_type, sum(amount_base) as balance from ledger_entry group by account, coin_type";
