import type { Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";

export type SpendingBlock = components["schemas"]["SpendingBlock"];
export type SpendingBlockCause = SpendingBlock["cause"];

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
