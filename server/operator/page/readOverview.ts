import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { listChains } from "#server/chains/chains.ts";
import { readState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { readBooks } from "#server/ledger/readBooks.ts";
import { MOST_ROWS, readUnread } from "#server/operator/setAside.ts";
import { readStrays } from "#server/operator/strays.ts";
import { selectDeadLetters } from "#server/outbox/deadLetters.ts";
import { readKnownFuel } from "#server/payouts/watchFuel.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";

const MOST_ALARMS = 20;

/** What the books of each coin hold, what the chain held when both were compared last, and what was missing then. */
async function readSolvency({ chains, database: { kysely } }: App) {
  const all = [];
  for (const { facts } of listChains(chains)) {
    const { coinType } = facts;
    const missing = await readState(kysely, nameMissing(coinType));
    all.push({
      coinType,
      books: await readBooks(kysely, coinType),
      compared: await readComparison(kysely, coinType),
      missingBase: missing === null ? null : BigInt(missing),
      fuel: await readKnownFuel(kysely, coinType),
    });
  }
  return all;
}

export type Solvency = Awaited<ReturnType<typeof readSolvency>>[number];

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
  const strays = await readStrays(kysely);
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
    strays,
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
