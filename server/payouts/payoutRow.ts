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

/** What its next transaction may cost at most: one of several that failed took a part of it. */
export function readFeeLeft({
  fee_cap_base: capBase,
  failed_fee_base: failedBase,
}: Pick<PayoutRow, "fee_cap_base" | "failed_fee_base">): bigint {
  return capBase > failedBase ? capBase - failedBase : 0n;
}

/**
 * What comes back of a payout that moved nothing: what was to arrive and the unused part of the fee. A network that took
 * more than was agreed to took the rest from the account of fees.
 */
export function readReturnedBase(
  payout: Pick<PayoutRow, "gross_base" | "fee_base" | "failed_fee_base">,
  spentBase: bigint,
): { backBase: bigint; lostBase: bigint } {
  const { gross_base: grossBase, fee_base: feeBase, failed_fee_base: failedBase } = payout;
  const takenBase = failedBase + spentBase;
  const lostBase = takenBase < feeBase ? takenBase : feeBase;
  return { backBase: grossBase - lostBase, lostBase };
}

/** What the bot's messages about a payout say. `amount` is what arrives. */
export function readMessageValues(payout: PayoutRow): { amount: string; coinType: string; payoutId: string } {
  const { coin_type: coinType, payout_id: payoutId } = payout;
  return { amount: formatAmount(readNetBase(payout), COINS[coinType].baseDecimals), coinType, payoutId };
}

/** What the bot says of money that came back. */
export function describeReturn(
  payout: PayoutRow,
  spentBase: bigint,
): { kind: "payoutReturned" | "payoutRefused"; params: Record<string, string> } {
  const { coin_type: coinType, payout_id: payoutId } = payout;
  const { backBase, lostBase } = readReturnedBase(payout, spentBase);
  const name = (base: bigint) => formatAmount(base, COINS[coinType].baseDecimals);
  const params = { amount: name(backBase), coinType, payoutId };
  return lostBase === 0n
    ? { kind: "payoutReturned", params }
    : { kind: "payoutRefused", params: { ...params, fee: name(lostBase) } };
}

export function toTerms(payout: PayoutRow): PayoutTerms {
  return { to: payout.to_address, amountBase: readNetBase(payout) };
}

export function toSent(attempt: AttemptRow): SentPayout {
  const {
    tx_hash: txHash,
    sender_key: senderKey,
    sequence,
    raw,
    valid_until: validUntil,
    signed_position: signedPosition,
  } = attempt;
  return { txHash, senderKey, sequence, raw, validUntil, signedPosition };
}

/** The oldest first. */
export function compareAge(left: PayoutRow, right: PayoutRow): number {
  return left.created_at.getTime() - right.created_at.getTime() || (left.payout_id < right.payout_id ? -1 : 1);
}
