import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { PayoutRoute, TransactionStatus } from "#server/chains/payoutRoute.ts";
import { settleTransaction } from "./book.ts";
import { findTransaction, readSigned, type SignedTransaction } from "./payoutRow.ts";

/** Transactions that are looked for at a time: deposits wait for all of them. */
const MOST_AT_ONCE = 10;

/**
 * Books every payout that has landed up to a final position, so that books and chain can be compared there. False where
 * that is not known of each of them.
 */
export async function settleLanded(app: App, chain: Chain, position: bigint): Promise<boolean> {
  const { payouts: route, coinType } = chain;
  const { transactions } = await readSigned(app.database.kysely, coinType);
  if (route === null) return transactions.length === 0;
  for (let first = 0; first < transactions.length; first += MOST_AT_ONCE) {
    const group = transactions.slice(first, first + MOST_AT_ONCE);
    const sightings = await Promise.all(
      group.map(async (transaction) => ({ transaction, status: await look(route, transaction) })),
    );
    for (const { transaction, status } of sightings) {
      if (status === null || status.kind === "disputed") return false;
      if (status.kind === "landed" && status.position <= position) return false;
      if (status.kind === "final" && status.position <= position) {
        await settleTransaction(app, transaction, status);
      }
    }
  }
  return true;
}

/** Null where too few endpoints answer. */
async function look(route: PayoutRoute, transaction: SignedTransaction): Promise<TransactionStatus | null> {
  try {
    return await findTransaction(route, transaction);
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}
