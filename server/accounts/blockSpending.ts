import { type Kysely, sql } from "kysely";
import { SPENDING_BLOCK_MS } from "#domain/account/spendingBlock.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";

/** Blocks payouts and payments from the balance for a day, after a change that another person may have made. */
export async function blockSpending(
  trx: Kysely<Schema>,
  { clock }: Pick<App, "clock">,
  tgUserId: bigint,
): Promise<void> {
  const until = new Date(clock.now().getTime() + SPENDING_BLOCK_MS);
  await trx
    .updateTable("tg_user")
    .set({ spending_blocked_until: sql<Date>`greatest(spending_blocked_until, ${until})` })
    .where("tg_user_id", "=", tgUserId)
    .execute();
}
