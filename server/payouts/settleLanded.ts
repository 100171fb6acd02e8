import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { toSent, toTerms } from "./payoutRow.ts";
import { settleTransaction } from "./settlePayout.ts";
import { readSigned } from "./signedTransactions.ts";

/**
 * Books every payout that has landed up to a final position, so that books and chain can be compared there. False where
 * that is not known of each of them.
 */
export async function settleLanded(app: App, chain: Chain, position: bigint): Promise<boolean> {
  const { payouts: route, coinType } = chain;
  const { transactions } = await readSigned(app.database.kysely, coinType);
  for (const transaction of transactions) {
    const { parts, attempts } = transaction;
    if (route === null) return false;
    const sighting = await route.look(parts.map(toTerms), attempts.map(toSent)).catch((error: unknown) => {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    });
    if (sighting === null || sighting.kind === "disputed") return false;
    if (sighting.kind === "landed" && sighting.position <= position) return false;
    if (sighting.kind === "final" && sighting.position <= position) {
      await settleTransaction(app, transaction, sighting);
    }
  }
  return true;
}
