import type { Database } from "#server/db/database.ts";

interface Lease {
  name: string;
  /** Identifies this process. */
  holder: string;
  at: Date;
  ttlMs: number;
}

/**
 * Takes or renews a lease; false while another holder has it. A lease that ends far in the future was taken while a
 * clock was ahead, and counts as free; one extra life is tolerated, since the clocks of two processes differ slightly.
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

/** Releases a lease, so that another process need not wait for its end. */
export async function releaseLease({ kysely }: Database, name: string, holder: string): Promise<void> {
  await kysely.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
}
