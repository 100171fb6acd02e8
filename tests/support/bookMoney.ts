import type { CoinType } from "#domain/coins.ts";
import type { Database } from "#server/db/database.ts";
import { postEntries } from "#server/ledger/postEntries.ts";

interface Movement {
  transactionId: string;
  kind: string;
  from: string;
  to: string;
  amountBase: bigint;
  coinType?: CoinType;
  at?: Date;
}

/** Books money from one account of the ledger to another, as no call of the product does. */
export async function bookMoney(
  { kysely }: Pick<Database, "kysely">,
  { transactionId, kind, from, to, amountBase, coinType = "eth", at = new Date("2026-11-20") }: Movement,
): Promise<void> {
  const entries = [
    { account: from, coinType, amountBase: -amountBase },
    { account: to, coinType, amountBase },
  ];
  await postEntries(kysely, { transactionId, kind, at, entries });
}
