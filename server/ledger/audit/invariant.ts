import type { PoolClient } from "pg";

/** A rule that must hold for the whole database. */
export interface Invariant {
  name: string;
  /** One text per breach, without secrets. */
  findBreaches: (client: PoolClient) => Promise<readonly string[]>;
}
