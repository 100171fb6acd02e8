import type { PoolClient } from "pg";

/** Something that must be true of the whole database. */
export interface Invariant {
  name: string;
  /** Every row is one breach, described in words that hold no secret. */
  findBreaches: (client: PoolClient) => Promise<readonly string[]>;
}
