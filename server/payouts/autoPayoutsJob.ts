import { sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { LIVE_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { lockAccount } from "#server/accounts/account.ts";
import { EVERY_COIN, refuseBlockedSpending } from "#server/accounts/spendingBlocks.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import type { Job } from "#server/job.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { FREEZE_SCOPES, isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { forgetFailures, setAside } from "#server/outbox/failedWork.ts";
import { createPayout } from "./create.ts";
import { findProvenWallet, readPayoutCost, requirePayouts } from "./quote.ts";

const INTERVAL_MS = 15_000;
/** Of one coin and run; those who waited longest since their last try. */
const BATCH = 200;
/** Who could not be paid is tried again after this long: what a receiver costs has to be asked for each one. */
const REST_MS = 5 * 60_000;
const JOB = "autoPayouts";

/**
 * Pays the balances of a coin out to people who asked for that, where the fee is within their limit and at most half of the
 * amount. Each coin has a job of its own, so that no chain waits for another one.
 */
export function payAutomatically(coinType: CoinType): Job {
  return {
    name: `${JOB}:${coinType}`,
    intervalMs: INTERVAL_MS,
    run: (app, signal) => payCoin(app, coinType, signal),
  };
}

/** One whose payout fails is set aside. Where the chain itself is away, the next run goes on. */
async function payCoin(app: App, coinType: CoinType, signal: AbortSignal): Promise<void> {
  const route = app.chains[coinType]?.chain?.payouts ?? null;
  // Blocks and limits end by the time.
  if (route === null || (await app.clockGuard.readTrustedTime()) === null) return;
  for (const asked of await readAsked(app, coinType)) {
    if (signal.aborted) return;
    await noteTry(app, asked);
    const item = `${coinType}:${asked.tgUserId}`;
    try {
      await payOut(app, asked);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      // The wallet or the person is not ready.
      if (error instanceof ApiError) continue;
      // What answers for the treasury alone knows nothing of a receiver.
      if (error instanceof ChainUnavailable && !(await isReached(route))) return;
      await setAside(app, JOB, [item], error);
      continue;
    }
    if (asked.hasFailed) await forgetFailures(app, JOB, [item]);
  }
}

async function isReached(route: PayoutRoute): Promise<boolean> {
  try {
    await route.readSender();
    return true;
  } catch (error) {
    if (error instanceof ChainUnavailable) return false;
    throw error;
  }
}

interface AskedPayout {
  tgUserId: bigint;
  coinType: CoinType;
  maxFeeBase: bigint;
  /** Whether it could not be made before. */
  hasFailed: boolean;
}

/** Those who have a balance and no automatic payout under way. */
async function readAsked({ database, clock }: App, coinType: CoinType): Promise<AskedPayout[]> {
  const at = clock.now();
  const rows = await database.kysely
    .selectFrom("auto_payout as a")
    .innerJoin("account_total as t", (join) =>
      join.onRef("t.tg_user_id", "=", "a.tg_user_id").onRef("t.coin_type", "=", "a.coin_type"),
    )
    .select(["a.tg_user_id", "a.max_fee_base"])
    .leftJoin("failed_work as w", (join) =>
      join.on("w.job", "=", JOB).on("w.item", "=", sql<string>`a.coin_type || ':' || a.tg_user_id`),
    )
    .select("w.attempts")
    .where("a.coin_type", "=", coinType)
    .where((where) => where.or([where("w.due_at", "is", null), where("w.due_at", "<=", at)]))
    .where((where) =>
      where.or([
        where("a.tried_at", "is", null),
        where("a.tried_at", "<=", new Date(at.getTime() - REST_MS)),
        // An operator has it repeated.
        where("w.attempts", "=", 0),
      ]),
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
            .where("p.status", "in", LIVE_PAYOUTS),
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
  return rows.map((row) => ({
    tgUserId: row.tg_user_id,
    coinType,
    maxFeeBase: row.max_fee_base,
    hasFailed: row.attempts !== null,
  }));
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
  await transact(kysely, async (trx) => {
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
  });
}
