import { sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { listChains } from "#server/chains/chains.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { readComparison } from "#server/payments/reconcileTreasury.ts";

const MOST_ROWS = 50;

/** What one coin's books hold, in amounts of the whole coin. */
export interface Solvency {
  coinType: CoinType;
  people: string;
  envelopes: string;
  orders: string;
  payouts: string;
  unmatched: string;
  fees: string;
  /** All of the above. */
  owed: string;
  cold: string;
  /** What the treasury must hold now. */
  booked: string;
  /** What the chain held when books and chain were compared last; null before the first time. */
  compared: { held: string; position: bigint; at: Date } | null;
  /** What was missing then. */
  missing: string | null;
}

interface SumRow {
  people: bigint;
  envelopes: bigint;
  orders: bigint;
  payouts: bigint;
  unmatched: bigint;
  fees: bigint;
  cold: bigint;
  treasury: bigint;
  missing: bigint | null;
}

async function readSolvency(app: App): Promise<Solvency[]> {
  const coins = listChains(app.chains).map(({ facts }) => facts.coinType);
  const all: Solvency[] = [];
  for (const coinType of coins) all.push(await readCoin(app, coinType));
  return all;
}

async function readCoin({ database: { kysely } }: App, coinType: CoinType): Promise<Solvency> {
  const name = (base: bigint) => formatAmount(base, COINS[coinType].baseDecimals);
  const account = (text: string) =>
    sql`coalesce((select sum(amount_base) from ledger_entry where account = ${text}), 0)`;
  const { rows } = await sql<SumRow>`
    select
      coalesce((select sum(balance_base) from person_total where coin_type = ${coinType}), 0) as people,
      coalesce((
        select sum(total_base - claimed_base - refunded_base) from envelope
        where coin_type = ${coinType} and status in ('open', 'expired')
      ), 0) as envelopes,
      coalesce((
        select sum(o.paid_base) from payment_order o
        where o.coin_type = ${coinType} and (
          o.status in ('awaitingPayment', 'partiallyPaid', 'confirming')
          or o.status = 'paid' and exists (
            select from envelope e where e.order_id = o.order_id and e.status = 'awaitingPayment'))
      ), 0) as orders,
      coalesce((
        select sum(gross_base) from payout
        where coin_type = ${coinType} and status in ('queued', 'held', 'sending', 'confirming')
      ), 0) as payouts,
      ${account(ACCOUNTS.unmatched(coinType))} as unmatched,
      ${account(ACCOUNTS.fees(coinType))} as fees,
      -${account(ACCOUNTS.cold(coinType))} as cold,
      -${account(ACCOUNTS.treasury(coinType))} as treasury,
      (select value::numeric from job_state where name = ${nameMissing(coinType)}) as missing
  `.execute(kysely);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no sums");
  const { people, envelopes, orders, payouts, unmatched, fees, cold, treasury, missing } = row;
  const comparison = await readComparison(kysely, coinType);
  return {
    coinType,
    people: name(people),
    envelopes: name(envelopes),
    orders: name(orders),
    payouts: name(payouts),
    unmatched: name(unmatched),
    fees: name(fees),
    owed: name(people + envelopes + orders + payouts + unmatched + fees),
    cold: name(cold),
    booked: name(treasury),
    compared:
      comparison === null
        ? null
        : { held: name(comparison.heldBase), position: comparison.position, at: comparison.at },
    missing: missing === null ? null : name(missing),
  };
}

/** Everything else that the operators' page lists. */
export async function readOverview(app: App) {
  const { kysely } = app.database;
  const held = await kysely
    .selectFrom("payout")
    .selectAll()
    .where("status", "=", "held")
    .orderBy("created_at")
    .limit(MOST_ROWS)
    .execute();
  const unmatched = await kysely
    .selectFrom("chain_transfer")
    .select(["coin_type", "tx_hash", "transfer_index", "from_address", "amount_base", "block_time"])
    .where("outcome", "=", "unmatched")
    .orderBy("block_time")
    .limit(MOST_ROWS)
    .execute();
  const cursors = await kysely.selectFrom("chain_cursor").selectAll().orderBy("coin_type").execute();
  const leases = await kysely
    .selectFrom("lease")
    .select(["name", "expires_at"])
    .where("name", "like", "job:%")
    .orderBy("name")
    .execute();
  const frozen = await kysely.selectFrom("frozen_scope").selectAll().orderBy("frozen_at").execute();
  const alarms = await kysely
    .selectFrom("alarm")
    .selectAll()
    .orderBy(sql`cleared_at is not null`)
    .orderBy("raised_at", "desc")
    .limit(20)
    .execute();
  const actions = await kysely
    .selectFrom("operator_action")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(MOST_ROWS)
    .execute();
  return { solvency: await readSolvency(app), held, unmatched, cursors, leases, frozen, alarms, actions };
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;
