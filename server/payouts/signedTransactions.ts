import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import type { AttemptRow, PayoutRow } from "./payoutRow.ts";

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
