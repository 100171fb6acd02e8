import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { ClaimRow } from "./selectClaims.ts";
import { toPerson } from "#server/calls/toPerson.ts";

/** A claim as this viewer sees it. */
export function toWireClaim(row: ClaimRow, viewerId: bigint): components["schemas"]["Claim"] {
  return {
    claimId: row.claim_id,
    envelopeId: row.envelope_id,
    coinType: row.coin_type,
    amount: formatAmount(row.amount_base, COINS[row.coin_type].baseDecimals),
    claimedAt: row.claimed_at.toISOString(),
    bestLuck: hasBestLuck(row),
    isMine: row.tg_user_id === viewerId,
    user: toPerson(row),
  };
}

/** Known only when every share is claimed: until then a later claim may be better. */
function hasBestLuck(row: ClaimRow): boolean {
  return row.type === "luckyDraw" && row.status === "finished" && row.count >= 2 && row.amount_base === row.best_base;
}
