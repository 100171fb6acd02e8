import { sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { lockAccount } from "#server/accounts/lockAccount.ts";
import { refuseBlockedSpending } from "#server/accounts/refuseBlockedSpending.ts";
import type { App } from "#server/app.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Job } from "#server/job.ts";
import { FREEZE_SCOPES, listSpendingScopes } from "#server/freezes/freezeScopes.ts";
import { isFrozen } from "#server/freezes/isFrozen.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { createPayout } from "#server/payouts/createPayout.ts";
import { findProvenWallet } from "./findProvenWallet.ts";
import { readPayoutCost, requirePayouts } from "./preparePayout.ts";

const INTERVAL_MS = 15_000;
const BATCH = 200;

/** Pays the balances out of people who asked for that, where the fee is within their limit and at most half of the amount. */
export const autoPayoutsJob: Job = {
  name: "autoPayouts",
  intervalMs: INTERVAL_MS,
  async run(app, signal) {
    for (const asked of await readAsked(app)) {
      if (signal.aborted) return;
      await payOut(app, asked).catch((error: unknown) => {
        // The wallet, the chain or the person is not ready: the next run tries again.
        if (error instanceof ApiError || error instanceof ChainUnavailable) return;
        throw error;
      });
    }
  },
};

interface AskedPayout {
  tgUserId: bigint;
  coinType: CoinType;
  maxFeeBase: bigint;
}

/** Those who have a balance and no automatic payout under way. */
async function readAsked({ database, clock }: App): Promise<AskedPayout[]> {
  const rows = await database.kysely
    .selectFrom("auto_payout as a")
    .innerJoin("person_total as t", (join) =>
      join.onRef("t.tg_user_id", "=", "a.tg_user_id").onRef("t.coin_type", "=", "a.coin_type"),
    )
    .innerJoin("tg_user as u", "u.tg_user_id", "a.tg_user_id")
    .select(["a.tg_user_id", "a.coin_type", "a.max_fee_base"])
    .whereRef("t.balance_base", ">", "a.max_fee_base")
    .where((where) =>
      where.or([where("u.spending_blocked_until", "is", null), where("u.spending_blocked_until", "<=", clock.now())]),
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
    // Frozen people must not fill the batch for ever.
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
    .orderBy("a.created_at")
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({ tgUserId: row.tg_user_id, coinType: row.coin_type, maxFeeBase: row.max_fee_base }));
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
      await refuseBlockedSpending(trx, app, tgUserId);
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
