import type { Database } from "#server/db/database.ts";

interface Lease {
  name: string;
  /** Names the process that asks. */
  holder: string;
  at: Date;
  ttlMs: number;
}

/**
 * Takes or renews a lease; false while another holder has it. One that ends far beyond its life was taken while a clock
 * was ahead, and is free; up to one life more is allowed for, since the clocks of two processes differ a little.
 */
export async function takeLease({ kysely }: Database, { name, holder, at, ttlMs }: Lease): Promise<boolean> {
  const expiresAt = new Date(at.getTime() + ttlMs);
  const latestEnd = new Date(at.getTime() + 2 * ttlMs);
  const taken = await kysely
    .insertInto("lease")
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where((where) =>
          where.or([
            where("lease.holder", "=", holder),
            where("lease.expires_at", "<=", at),
            where("lease.expires_at", ">", latestEnd),
          ]),
        ),
    )
    .returning("name")
    .execute();
  return taken.length === 1;
}

/** Gives up a lease, so that another process need not wait for its end. */
export async function releaseLease({ kysely }: Database, name: string, holder: string): Promise<void> {
  await kysely.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
}
