import { type Kysely, sql } from "kysely";
import { SPENDING_BLOCK_MS } from "#domain/account/spendingBlock.ts";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { EVERY_COIN, type SpendingBlockCause } from "./spendingBlocks.ts";

interface NewBlock {
  tgUserId: bigint;
  /** Null blocks every coin. */
  coinType: CoinType | null;
  cause: SpendingBlockCause;
}

/** Blocks payouts and payments from the balance for a day, after a change that another person may have made. */
export async function blockSpending(
  trx: Kysely<Schema>,
  { clock }: Pick<App, "clock">,
  { tgUserId, coinType, cause }: NewBlock,
): Promise<void> {
  const until = new Date(clock.now().getTime() + SPENDING_BLOCK_MS);
  await trx
    .insertInto("spending_block")
    .values({ tg_user_id: tgUserId, coin_type: coinType ?? EVERY_COIN, cause, until })
    .onConflict((conflict) =>
      conflict
        .columns(["tg_user_id", "coin_type", "cause"])
        .doUpdateSet({ until: sql<Date>`greatest(spending_block.until, excluded.until)` }),
    )
    .execute();
}
