import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { toSent, toTerms } from "./payoutRow.ts";
import { settlePayout } from "./settlePayout.ts";

/**
 * Books every payout that has landed up to a final position, so that books and chain can be compared there. False where
 * that is not known of each of them.
 */
export async function settleLanded(app: App, chain: Chain, position: bigint): Promise<boolean> {
  const { payouts: route, coinType } = chain;
  const rows = await app.database.kysely
    .selectFrom("payout")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("status", "in", SIGNED_PAYOUTS)
    .execute();
  for (const payout of rows) {
    const attempts = await app.database.kysely
      .selectFrom("payout_attempt")
      .selectAll()
      .where("payout_id", "=", payout.payout_id)
      .where("lost_at", "is", null)
      .execute();
    if (attempts.length === 0) continue;
    if (route === null) return false;
    const sighting = await route.look(toTerms(payout), attempts.map(toSent)).catch((error: unknown) => {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    });
    if (sighting === null || sighting.kind === "disputed") return false;
    if (sighting.kind === "landed" && sighting.position <= position) return false;
    if (sighting.kind === "final" && sighting.position <= position) {
      await settlePayout(app, payout.payout_id, sighting);
    }
  }
  return true;
}
