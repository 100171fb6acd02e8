import { type Kysely, sql } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { CoinStatement, TreeRoot } from "#domain/solvency/statement.ts";
import { readHash, readSumOf } from "#domain/solvency/sumTree.ts";
import { toHex } from "#domain/hex.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Random } from "#server/random.ts";
import type { Balances } from "./balances.ts";
import type { ReadCoin } from "./readCoins.ts";
import { splitBalances } from "./splitBalances.ts";
import { storeTree } from "./storeTree.ts";

interface Growth {
  /** Of the statement. */
  number: number;
  random: Random;
  signal: AbortSignal;
}

/** Grows the trees of a statement in the place of those of the one before, and names their roots in its figures. */
export async function growTrees(
  trx: Kysely<Schema>,
  { coins, ...growth }: Growth & { coins: readonly ReadCoin[] },
): Promise<CoinStatement[]> {
  // Those of a million people take longer than a request may.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  for (const table of ["solvency_tree", "solvency_node", "solvency_leaf"] as const) {
    await trx.deleteFrom(table).execute();
  }
  const grown: CoinStatement[] = [];
  for (const { figures, balances } of coins) {
    const tree = await growTree(trx, { figures, balances }, growth);
    if ((tree?.sum ?? "0") !== figures.owed.people)
      throw new Error(`the tree of ${figures.coinType} is not what people have`);
    grown.push({ ...figures, tree });
  }
  return grown;
}

/** Null where nobody has anything. */
async function growTree(
  trx: Kysely<Schema>,
  { figures: { coinType }, balances }: ReadCoin,
  { number, random, signal }: Growth,
): Promise<TreeRoot | null> {
  if (isEmpty(balances)) return null;
  const root = await storeTree(trx, { coinType, number, signal }, await splitBalances(balances, random));
  return { hash: toHex(readHash(root)), sum: formatAmount(readSumOf(root), COINS[coinType].baseDecimals) };
}

function isEmpty({ tgUserIds }: Balances): boolean {
  return tgUserIds.length === 0;
}
