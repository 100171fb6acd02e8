import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

const nameMark = (payoutId: string) => `feeShort:${payoutId}`;

/** Marks that this payout's next transaction needs `neededBase`, more than may be spent on it, for the operators' alarm. */
export async function markFeeShort(trx: Kysely<Schema>, payoutId: string, neededBase: bigint): Promise<void> {
  const value = String(neededBase);
  await trx
    .insertInto("job_state")
    .values({ name: nameMark(payoutId), value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function clearFeeShort(database: Kysely<Schema>, payoutId: string): Promise<void> {
  await database.deleteFrom("job_state").where("name", "=", nameMark(payoutId)).execute();
}
