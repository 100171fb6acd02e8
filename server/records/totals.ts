import { type Kysely, sql } from "kysely";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Schema } from "#server/db/schema.ts";
import type { RecordStatus } from "./allSendRecords.ts";

/** The coins that a person has used: booked to the balance, or sent in an opened envelope. */
export function listUsedCoins(totals: ReadonlyMap<CoinType, Totals>): CoinType[] {
  return COIN_TYPES.filter((coinType) => totals.get(coinType)?.isUsed === true);
}

/** A person's totals in one coin. Amounts in base units. */
interface Totals {
  balanceBase: bigint;
  /** Whether anything was booked to the balance, or an envelope was opened. */
  isUsed: boolean;
  claimCount: number;
  claimedBase: bigint;
  bestLuckCount: number;
  /** What the opened envelopes cost after refunds. */
  sentBase: bigint;
  /** What others claimed from the envelopes. */
  paidOutBase: bigint;
  /** Sent envelopes by record status. */
  sentCounts: Readonly<Record<RecordStatus, number>>;
}

export const NO_TOTALS: Totals = {
  balanceBase: 0n,
  isUsed: false,
  claimCount: 0,
  claimedBase: 0n,
  bestLuckCount: 0,
  sentBase: 0n,
  paidOutBase: 0n,
  sentCounts: { notReceived: 0, partiallyReceived: 0, received: 0 },
};

interface TotalsRow {
  coin_type: CoinType;
  balance: bigint;
  is_used: boolean;
  claims: bigint;
  claimed: bigint;
  best_luck: bigint;
  sent: bigint;
  paid_out: bigint;
  not_received: bigint;
  partially_received: bigint;
  received: bigint;
}

/**
 * A person's totals by coin, in one snapshot: the stored sums, plus the envelopes that are not summed yet. The cost
 * does not grow with the person's records.
 */
export async function readTotals(database: Kysely<Schema>, tgUserId: bigint): Promise<ReadonlyMap<CoinType, Totals>> {
  const { rows } = await sql<TotalsRow>`
    select coin_type, sum(balance) as balance, bool_or(is_used) as is_used, sum(claims) as claims,
      sum(claimed) as claimed, sum(best_luck) as best_luck, sum(sent) as sent, sum(paid_out) as paid_out,
      sum(not_received) as not_received, sum(partially_received) as partially_received, sum(received) as received
    from (
      select coin_type, balance_base as balance, entry_count > 0 or sent_base > 0 as is_used, claim_count as claims,
        claimed_base as claimed, best_luck_count as best_luck, sent_base as sent, paid_out_base as paid_out,
        not_received_count as not_received, partially_received_count as partially_received, received_count as received
      from account_total where tg_user_id = ${tgUserId}
      union all
      select coin_type, 0, opened_at is not null, 0, 0, 0,
        case when opened_at is null then 0 else total_base - refunded_base end, claimed_base,
        case record_status when 'notReceived' then 1 else 0 end,
        case record_status when 'partiallyReceived' then 1 else 0 end,
        case record_status when 'received' then 1 else 0 end
      from envelope where sender_id = ${tgUserId} and not is_summed
    ) parts
    group by coin_type
  `.execute(database);
  return new Map(
    rows.map((row) => [
      row.coin_type,
      {
        balanceBase: row.balance,
        isUsed: row.is_used,
        claimCount: Number(row.claims),
        claimedBase: row.claimed,
        bestLuckCount: Number(row.best_luck),
        sentBase: row.sent,
        paidOutBase: row.paid_out,
        sentCounts: {
          notReceived: Number(row.not_received),
          partiallyReceived: Number(row.partially_received),
          received: Number(row.received),
        },
      },
    ]),
  );
}

/**
 * The in-app balance of one coin, what the caller's opened envelopes cost after refunds, and what the caller claimed.
 */
export const accountAmountInfo: Handler<"accountAmountInfo"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const totals = await readTotals(app.database.kysely, tgUserId);
  const { balanceBase, sentBase, claimedBase, claimCount } = totals.get(coinType) ?? NO_TOTALS;
  return {
    balance: formatAmount(balanceBase, baseDecimals),
    amountSent: formatAmount(sentBase, baseDecimals),
    amountReceived: formatAmount(claimedBase, baseDecimals),
    quantityReceived: claimCount,
    coinTypes: listUsedCoins(totals),
  };
};

/**
 * What the caller claimed in one coin, how often with the best luck, and what others claimed from the caller's
 * envelopes.
 */
export const claimStaticBashboard: Handler<"claimStaticBashboard"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const totals = await readTotals(app.database.kysely, tgUserId);
  const { claimedBase, claimCount, paidOutBase, bestLuckCount } = totals.get(coinType) ?? NO_TOTALS;
  return {
    coinType,
    totalReceivedAmount: formatAmount(claimedBase, baseDecimals),
    receivedQuantity: claimCount,
    paidOutAmount: formatAmount(paidOutBase, baseDecimals),
    bestLuckCount,
    coinTypes: COIN_TYPES.filter((candidate) => {
      const { claimCount: claims, paidOutBase: paidOut } = totals.get(candidate) ?? NO_TOTALS;
      return claims > 0 || paidOut > 0n;
    }),
  };
};
