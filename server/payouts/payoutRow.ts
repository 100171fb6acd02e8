import type { Selectable } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { PayoutTerms, SentPayout } from "#server/chains/payoutRoute.ts";
import type { Schema } from "#server/db/schema.ts";

export type PayoutRow = Selectable<Schema["payout"]>;
export type AttemptRow = Selectable<Schema["payout_attempt"]>;

/** Base units that arrive. */
export function readNetBase({ gross_base: grossBase, fee_base: feeBase }: Pick<PayoutRow, "gross_base" | "fee_base">) {
  return grossBase - feeBase;
}

/** What the bot's messages about a payout say. `amount` is what arrives. */
export function readMessageValues(payout: PayoutRow): { amount: string; coinType: string; payoutId: string } {
  const { coin_type: coinType, payout_id: payoutId } = payout;
  return { amount: formatAmount(readNetBase(payout), COINS[coinType].baseDecimals), coinType, payoutId };
}

export function toTerms(payout: PayoutRow): PayoutTerms {
  return { to: payout.to_address, amountBase: readNetBase(payout) };
}

export function toSent(attempt: AttemptRow): SentPayout {
  const { tx_hash: txHash, sequence, valid_until: validUntil, signed_position: signedPosition } = attempt;
  return { txHash, sequence, validUntil, signedPosition };
}

/** The oldest first. */
export function compareAge(left: PayoutRow, right: PayoutRow): number {
  return left.created_at.getTime() - right.created_at.getTime() || (left.payout_id < right.payout_id ? -1 : 1);
}
