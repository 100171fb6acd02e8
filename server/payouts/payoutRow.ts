import type { Kysely, Selectable } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import {
  type PayoutRoute,
  type PayoutTerms,
  type SentPayout,
  takeOnly,
  type TransactionStatus,
} from "#server/chains/payoutRoute.ts";
import type { Schema } from "#server/db/schema.ts";

export type PayoutRow = Selectable<Schema["payout"]>;
export type AttemptRow = Selectable<Schema["payout_attempt"]>;

/** Base units that arrive. */
export function readNetBase({ gross_base: grossBase, fee_base: feeBase }: Pick<PayoutRow, "gross_base" | "fee_base">) {
  return grossBase - feeBase;
}

/**
 * What comes back of a payout that moved nothing: what was to arrive and the unused part of the fee. A network that took
 * more than was agreed to took the rest from the account of fees.
 */
export function readReturnedBase(
  payout: Pick<PayoutRow, "gross_base" | "fee_base">,
  spentBase: bigint,
): { backBase: bigint; lostBase: bigint } {
  const { gross_base: grossBase, fee_base: feeBase } = payout;
  const lostBase = spentBase < feeBase ? spentBase : feeBase;
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
  return { payoutId: payout.payout_id, to: payout.to_address, amountBase: readNetBase(payout) };
}

/** The nonce of a transaction, on a chain whose transactions have one. */
export function readNonce({ sequence }: AttemptRow): bigint {
  if (sequence === null) throw new Error("a transaction of this chain has a nonce");
  return sequence;
}

function readExpiry({ valid_until: validUntil }: AttemptRow): bigint {
  if (validUntil === null) throw new Error("a transaction of this chain expires");
  return validUntil;
}

function toSent(attempt: AttemptRow): SentPayout {
  const { tx_hash: txHash, sender_key: senderKey, raw, signed_position: signedPosition } = attempt;
  return { txHash, senderKey, raw, signedPosition };
}

/** Where a transaction is, or one that excludes it. Rejects with ChainUnavailable when too few endpoints answer. */
export async function findTransaction(
  route: PayoutRoute,
  { parts, attempts }: SignedTransaction,
): Promise<TransactionStatus> {
  const terms = parts.map(toTerms);
  return route.model === "expiry"
    ? route.findTransaction(
        terms,
        attempts.map((attempt) => ({ ...toSent(attempt), validUntil: readExpiry(attempt) })),
      )
    : route.findTransaction(
        takeOnly(terms),
        attempts.map((attempt) => ({ ...toSent(attempt), nonce: readNonce(attempt) })),
      );
}

/** The oldest first. */
export function compareAge(left: PayoutRow, right: PayoutRow): number {
  return left.created_at.getTime() - right.created_at.getTime() || (left.payout_id < right.payout_id ? -1 : 1);
}

/** A transaction that may land, or has, with the payouts that it pays. */
export interface SignedTransaction {
  txHash: string;
  /** Every payout that it pays, in the order of its transfers. Some may have ended. */
  parts: readonly PayoutRow[];
  /** The parts that wait for it. */
  openIds: ReadonlySet<string>;
  /** It and the transactions that displace each other with it, the newest first. At most one of them lands. */
  attempts: readonly [AttemptRow, ...AttemptRow[]];
}

interface SignedPayouts {
  transactions: readonly SignedTransaction[];
  /** Payouts whose transactions can never land: they are to be signed anew. */
  lost: readonly PayoutRow[];
}

/** The signed payouts of a coin, by their transactions, the oldest first. */
export async function readSigned(database: Kysely<Schema>, coinType: CoinType): Promise<SignedPayouts> {
  const payouts = await database
    .selectFrom("payout")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("status", "in", SIGNED_PAYOUTS)
    .orderBy("created_at")
    .orderBy("payout_id")
    .execute();
  if (payouts.length === 0) return { transactions: [], lost: [] };
  const live = await database
    .selectFrom("payout_attempt")
    .selectAll()
    .where("payout_id", "in", listIds(payouts))
    .where("lost_at", "is", null)
    .orderBy("attempt", "desc")
    .execute();
  const attemptsOf = Map.groupBy(live, ({ payout_id: payoutId }) => payoutId);
  const lost = payouts.filter(({ payout_id: payoutId }) => !attemptsOf.has(payoutId));
  const openOf = Map.groupBy(
    payouts.filter(({ payout_id: payoutId }) => attemptsOf.has(payoutId)),
    ({ payout_id: payoutId }) => attemptsOf.get(payoutId)?.[0]?.tx_hash ?? "",
  );
  const paid = await readParts(database, coinType, [...openOf.keys()]);
  const transactions = [...openOf].flatMap(([txHash, open]) => {
    const [newest, ...others] = attemptsOf.get(open[0]?.payout_id ?? "") ?? [];
    if (newest === undefined) return [];
    const parts = paid.filter(({ tx_hash_of_part: paidBy }) => paidBy === txHash);
    return [{ txHash, parts, openIds: new Set(listIds(open)), attempts: [newest, ...others] as const }];
  });
  return { transactions, lost };
}

function listIds(payouts: readonly PayoutRow[]): string[] {
  return payouts.map(({ payout_id: payoutId }) => payoutId);
}

/** The payouts of transactions, each in its place. */
async function readParts(database: Kysely<Schema>, coinType: CoinType, txHashes: readonly string[]) {
  if (txHashes.length === 0) return [];
  return database
    .selectFrom("payout_attempt")
    .innerJoin("payout", "payout.payout_id", "payout_attempt.payout_id")
    .selectAll("payout")
    .select("payout_attempt.tx_hash as tx_hash_of_part")
    .where("payout_attempt.coin_type", "=", coinType)
    .where("payout_attempt.tx_hash", "in", txHashes)
    .orderBy("part")
    .execute();
}
