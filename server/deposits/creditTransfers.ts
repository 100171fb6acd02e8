import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postMany } from "#server/ledger/postEntries.ts";
import { queueMoneyLetters } from "#server/messenger/queueMoneyLetters.ts";
import { creditTransfer, lockOpenOrders, type MoneySource, type TransferId } from "./creditTransfer.ts";
import { type Matching, readMatchings } from "./matching.ts";

/** Transfers that may pay orders, in one transaction. */
const MOST_PAYING = 50;

interface Credited {
  coinType: CoinType;
  payerId: bigint;
  transfers: readonly Omit<TransferId, "coinType">[];
  /** What has the money of one now. */
  findSource: (id: TransferId) => MoneySource;
}

/**
 * Credits final transfers to their payer inside the caller's transaction: what can pay no order by few statements,
 * however many they are, the others one by one. Of these it leaves what is beyond MOST_PAYING.
 */
export async function creditTransfers(
  trx: Kysely<Schema>,
  app: App,
  { coinType, payerId, transfers, findSource }: Credited,
): Promise<void> {
  if (transfers.length === 0) return;
  await lockOpenOrders(trx, coinType, payerId);
  const matchings = await readMatchings(trx, app, coinType, { among: transfers, payerId });
  const paying = matchings.filter(({ candidates }) => candidates.length > 0);
  for (const { txHash, index } of paying.slice(0, MOST_PAYING)) {
    const id = { coinType, txHash, index };
    await creditTransfer(trx, app, id, payerId, findSource(id));
  }
  const others = matchings.filter(({ candidates }) => candidates.length === 0);
  await creditBalance(trx, app, { coinType, payerId, findSource, others });
}

async function creditBalance(
  trx: Kysely<Schema>,
  app: App,
  { coinType, payerId, findSource, others }: Omit<Credited, "transfers"> & { others: readonly Matching[] },
): Promise<void> {
  if (others.length === 0) return;
  const at = app.clock.now();
  await postMany(
    trx,
    others.map(({ txHash, index, amountBase }) => {
      const { account, transactionId } = findSource({ coinType, txHash, index });
      const entries = [
        { account, coinType, amountBase: -amountBase },
        { account: ACCOUNTS.user(payerId, coinType), coinType, amountBase },
      ];
      return { transactionId, kind: "deposit", at, entries };
    }),
  );
  await markSettled(trx, coinType, { transfers: others, outcome: "balance", payerId, at });
  const amounts = others.map(({ amountBase }) => formatAmount(amountBase, COINS[coinType].baseDecimals));
  const letters = amounts.map((amount) => ({ params: { amount, coinType } }));
  await queueMoneyLetters(trx, app, { tgUserId: payerId, kind: "paymentToBalance", change: "received", letters });
}

interface Settled {
  transfers: Credited["transfers"];
  outcome: "balance" | "unmatched";
  /** Null: nobody. */
  payerId: bigint | null;
  at: Date;
}

/** Marks transfers that pay no order as settled, by one statement. */
export async function markSettled(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { transfers, outcome, payerId, at }: Settled,
): Promise<void> {
  await sql`
    update chain_transfer t
    set settled_at = ${at}, outcome = ${outcome}, order_id = null, tg_user_id = ${payerId}
    from unnest(
      ${transfers.map(({ txHash }) => txHash)}::text[], ${transfers.map(({ index }) => index)}::integer[]
    ) as r (tx_hash, transfer_index)
    where t.coin_type = ${coinType} and t.tx_hash = r.tx_hash and t.transfer_index = r.transfer_index
  `.execute(trx);
}
