/** Where the tables lie: all on one PostgreSQL, or those of the claim path on the workers of Citus. */
export const SHARDINGS = ["none", "citus"] as const;

export type Sharding = (typeof SHARDINGS)[number];
