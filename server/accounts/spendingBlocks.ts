import { type Kysely, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { SPENDING_BLOCK_MS } from "#domain/account/spendingBlock.ts";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import type { Schema } from "#server/db/schema.ts";

type SpendingBlock = components["schemas"]["SpendingBlock"];
type SpendingBlockCause = SpendingBlock["cause"];

/** `coin_type` of a block of every coin. */
export const EVERY_COIN = "";

/** The person's live blocks in wire form, those that end first at the beginning. */
export async function readSpendingBlocks(
  database: Kysely<Schema>,
  { clock }: Pick<App, "clock">,
  tgUserId: bigint,
): Promise<SpendingBlock[]> {
  const rows = await database
    .selectFrom("spending_block")
    .select(["coin_type", "cause", "until"])
    .where("tg_user_id", "=", tgUserId)
    .where("until", ">", clock.now())
    .orderBy("until")
    .orderBy("coin_type")
    .orderBy("cause")
    .execute();
  return rows.map(({ coin_type: coinType, cause, until }) => ({
    coinType: coinType === EVERY_COIN ? null : coinType,
    cause,
    until: until.toISOString(),
  }));
}

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

/** Throws spendingBlocked, with causes and the time left, while the person may not spend this coin. */
export async function refuseBlockedSpending(
  trx: Kysely<Schema>,
  app: Pick<App, "clock">,
  { tgUserId, coinType }: { tgUserId: bigint; coinType: CoinType },
): Promise<void> {
  const blocks = await readSpendingBlocks(trx, app, tgUserId);
  const spendingBlocks = blocks.filter((block) => block.coinType === null || block.coinType === coinType);
  const last = spendingBlocks.at(-1);
  if (last === undefined) return;
  const retryAfterSeconds = countSecondsUntil(new Date(last.until), app.clock.now());
  throw new ApiError("spendingBlocked", { retryAfterSeconds, data: { spendingBlocks } });
}
