import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { SUM_BYTES, writeSum } from "#domain/solvency/sumTree.ts";
import type { Schema } from "#server/db/schema.ts";

/** Who has how much of a coin; packed, since there may be millions. */
export interface Balances {
  tgUserIds: BigInt64Array;
  /** By `writeSum`, one after the other. */
  sums: DataView;
}

const PAGE = 4_000;

/**
 * Everybody who has something of a coin. Readings of one transaction see one picture of the books.
 * @throws RangeError where somebody has less than nothing
 */
export async function readBalances(trx: Kysely<Schema>, coinType: CoinType): Promise<Balances> {
  const { count } = await trx
    .selectFrom("account_total")
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .where(isHolder(coinType))
    .executeTakeFirstOrThrow();
  const balances: Balances = {
    tgUserIds: new BigInt64Array(Number(count)),
    sums: new DataView(new ArrayBuffer(Number(count) * SUM_BYTES)),
  };
  for (let read = 0, after = 0n; read < balances.tgUserIds.length;) {
    const rows = await trx
      .selectFrom("account_total")
      .select(["tg_user_id", "balance_base"])
      .where(isHolder(coinType))
      .where("tg_user_id", ">", after)
      .orderBy("tg_user_id")
      .limit(PAGE)
      .execute();
    for (const { tg_user_id: tgUserId, balance_base: balanceBase } of rows) {
      balances.tgUserIds[read] = tgUserId;
      writeSum(balances.sums, read * SUM_BYTES, balanceBase);
      read += 1;
      after = tgUserId;
    }
  }
  return balances;
}

function isHolder(coinType: CoinType) {
  return sql<boolean>`coin_type = ${coinType} and tg_user_id > 0 and balance_base <> 0`;
}
