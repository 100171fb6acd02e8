import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { listChains } from "#server/chains/chains.ts";
import { readState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { readBooks } from "#server/ledger/readBooks.ts";
import { readUnread } from "#server/operator/unread.ts";
import { selectDeadLetters } from "#server/outbox/deadLetters.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";

const MOST_ROWS = 50;
const MOST_ALARMS = 20;

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

async function readSolvency(app: App): Promise<Solvency[]> {
  const coins = listChains(app.chains).map(({ facts }) => facts.coinType);
  const all: Solvency[] = [];
  for (const coinType of coins) all.push(await readCoin(app, coinType));
  return all;
}

async function readCoin({ database: { kysely } }: App, coinType: CoinType): Promise<Solvency> {
  const name = (base: bigint) => formatAmount(base, COINS[coinType].baseDecimals);
  const { people, envelopes, orders, payouts, unmatched, fees, owed, cold, treasury } = await readBooks(
    kysely,
    coinType,
  );
  const missing = await readState(kysely, nameMissing(coinType));
  const comparison = await readComparison(kysely, coinType);
  return {
    coinType,
    people: name(people),
    envelopes: name(envelopes),
    orders: name(orders),
    payouts: name(payouts),
    unmatched: name(unmatched),
    fees: name(fees),
    owed: name(owed),
    cold: name(cold),
    booked: name(treasury),
    compared:
      comparison === null
        ? null
        : { held: name(comparison.heldBase), position: comparison.position, at: comparison.at },
    missing: missing === null ? null : name(BigInt(missing)),
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
    .leftJoin("cold_address", (join) =>
      join
        .onRef("cold_address.coin_type", "=", "chain_transfer.coin_type")
        .onRef("cold_address.address_key", "=", "chain_transfer.from_address_key"),
    )
    .select(["chain_transfer.coin_type", "tx_hash", "transfer_index", "from_address", "amount_base", "block_time"])
    .select((select) => select("cold_address.address_key", "is not", null).as("is_cold"))
    .where("outcome", "=", "unmatched")
    .orderBy("block_time")
    .limit(MOST_ROWS)
    .execute();
  const unread = await readUnread(kysely);
  const deadLetters = await selectDeadLetters(kysely);
  const cursors = await kysely.selectFrom("chain_cursor").selectAll().orderBy("coin_type").execute();
  const leases = await kysely
    .selectFrom("lease")
    .select(["name", "expires_at"])
    .where("name", "like", "job:%")
    .orderBy("name")
    .execute();
  const frozen = await kysely.selectFrom("frozen_scope").selectAll().orderBy("frozen_at").execute();
  const alarms = await readAlarms(kysely);
  const actions = await kysely
    .selectFrom("operator_action")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(MOST_ROWS)
    .execute();
  return {
    solvency: await readSolvency(app),
    held,
    unmatched,
    unread,
    deadLetters,
    cursors,
    leases,
    frozen,
    alarms,
    actions,
  };
}

/** Those that are raised first, then the newest of the others. */
async function readAlarms(kysely: Kysely<Schema>) {
  const newest = kysely.selectFrom("alarm").selectAll().orderBy("raised_at", "desc").limit(MOST_ALARMS);
  const raised = await newest.where("cleared_at", "is", null).execute();
  const cleared = await newest.where("cleared_at", "is not", null).execute();
  return [...raised, ...cleared].slice(0, MOST_ALARMS);
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;
