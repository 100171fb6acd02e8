import { sql } from "kysely";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { lockAccount } from "#server/accounts/lockAccount.ts";
import { EVERY_COIN, refuseBlockedSpending } from "#server/accounts/spendingBlocks.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Job } from "#server/job.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { FREEZE_SCOPES, isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { createPayout } from "./create.ts";
import { findProvenWallet, readPayoutCost, requirePayouts } from "./quote.ts";

const INTERVAL_MS = 15_000;
/** Of one coin and run; those who waited longest since their last try. */
const BATCH = 200;
/** Who could not be paid is tried again after this long: what a receiver costs has to be asked for each one. */
const REST_MS = 5 * 60_000;
/** After so many calls that no node answered, the coin waits for the next run. */
const MOST_OUTAGES = 2;

/** Pays the balances out of people who asked for that, where the fee is within their limit and at most half of the amount. */
export const autoPayoutsJob: Job = {
  name: "autoPayouts",
  intervalMs: INTERVAL_MS,
  async run(app, signal) {
    for (const coinType of COIN_TYPES) await payCoin(app, coinType, signal);
  },
};

/** One whose payout fails holds up nobody. Neither does a coin whose chain is away or cannot pay out. */
async function payCoin(app: App, coinType: CoinType, signal: AbortSignal): Promise<void> {
  if ((app.chains[coinType]?.chain?.payouts ?? null) === null) return;
  let outages = 0;
  for (const asked of await readAsked(app, coinType)) {
    if (signal.aborted || outages >= MOST_OUTAGES) return;
    await noteTry(app, asked);
    try {
      await payOut(app, asked);
    } catch (error) {
      if (error instanceof ChainUnavailable) outages += 1;
      // The wallet or the person is not ready.
      else if (!(error instanceof ApiError)) {
        app.logger.error({ tgUserId: asked.tgUserId, coinType, error }, "an automatic payout failed");
      }
    }
  }
}

interface AskedPayout {
  tgUserId: bigint;
  coinType: CoinType;
  maxFeeBase: bigint;
}

/** Those who have a balance and no automatic payout under way. */
async function readAsked({ database, clock }: App, coinType: CoinType): Promise<AskedPayout[]> {
  const at = clock.now();
  const rows = await database.kysely
    .selectFrom("auto_payout as a")
    .innerJoin("person_total as t", (join) =>
      join.onRef("t.tg_user_id", "=", "a.tg_user_id").onRef("t.coin_type", "=", "a.coin_type"),
    )
    .select(["a.tg_user_id", "a.max_fee_base"])
    .where("a.coin_type", "=", coinType)
    .where((where) =>
      where.or([where("a.tried_at", "is", null), where("a.tried_at", "<=", new Date(at.getTime() - REST_MS))]),
    )
    .whereRef("t.balance_base", ">", "a.max_fee_base")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("spending_block as b")
            .select("b.cause")
            .whereRef("b.tg_user_id", "=", "a.tg_user_id")
            .where("b.coin_type", "in", [coinType, EVERY_COIN])
            .where("b.until", ">", at),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("payout as p")
            .select("p.payout_id")
            .whereRef("p.tg_user_id", "=", "a.tg_user_id")
            .whereRef("p.coin_type", "=", "a.coin_type")
            .where("p.is_automatic", "=", true)
            .where("p.status", "in", ["queued", "held", "sending", "confirming"]),
        ),
      ),
    )
    // Nobody asks a node about frozen people.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("frozen_scope as f")
            .select("f.scope")
            .where("f.scope", "=", sql<string>`${FREEZE_SCOPES.person(0n).slice(0, -1)} || a.tg_user_id`),
        ),
      ),
    )
    .orderBy("a.tried_at", (order) => order.asc().nullsFirst())
    .orderBy("a.created_at")
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({ tgUserId: row.tg_user_id, coinType, maxFeeBase: row.max_fee_base }));
}

async function noteTry({ database, clock }: App, { tgUserId, coinType }: AskedPayout): Promise<void> {
  await database.kysely
    .updateTable("auto_payout")
    .set({ tried_at: clock.now() })
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .execute();
}

async function payOut(app: App, { tgUserId, coinType, maxFeeBase }: AskedPayout): Promise<void> {
  const { chain, route } = requirePayouts(app, coinType);
  const { kysely } = app.database;
  const { address } = await findProvenWallet(kysely, tgUserId, coinType);
  const { feeBase, leastBase } = await readPayoutCost(route, coinType, { to: address, amountBase: 1n });
  if (feeBase > maxFeeBase) return;
  await retryConflict(() =>
    kysely.transaction().execute(async (trx) => {
      await lockAccount(trx, tgUserId);
      await refuseBlockedSpending(trx, app, { tgUserId, coinType });
      const wallet = await findProvenWallet(trx, tgUserId, coinType);
      const isStillAsked = await trx
        .selectFrom("auto_payout")
        .select("max_fee_base")
        .where("tg_user_id", "=", tgUserId)
        .where("coin_type", "=", coinType)
        .where("max_fee_base", ">=", feeBase)
        .executeTakeFirst();
      if (isStillAsked === undefined || wallet.address !== address) return;
      if (await isFrozen(trx, listSpendingScopes({ tgUserId, coinType, toAddressKey: wallet.addressKey }))) return;
      const { baseDecimals, decimals } = COINS[coinType];
      const step = 10n ** BigInt(baseDecimals - decimals);
      const grossBase = ((await readBalance(trx, tgUserId, coinType)) / step) * step;
      if (grossBase < 2n * feeBase || grossBase - feeBase < leastBase) return;
      await createPayout(trx, app, {
        tgUserId,
        coinType,
        grossBase,
        feeBase,
        toAddress: wallet.address,
        toAddressKey: wallet.addressKey,
        network: chain.network.id,
        isAutomatic: true,
        requestId: null,
      });
    }),
  );
}
