import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain, ChainTransfer } from "#server/chains/chain.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { isBelowMinimum } from "./dust.ts";
import { lockReconciled, readBookedBase, readReconciled } from "./reconcileTreasury.ts";
import { settleInside } from "./settle.ts";
import { toReading, upsertTransfers } from "./storeTransfers.ts";

/** Nodes prune older balances; internal transfers of older blocks are booked as a surplus. */
const MAX_POSITIONS = 128n;

/**
 * Stores and settles the transfers that contracts made to the treasury, if the chain reports them separately; the rest
 * is booked later as a surplus without an owner. Traces only positions at which the balance grew by more than the known
 * transfers, and never books more than that growth. A repeat finds no growth left.
 */
export async function bookInternalTransfers(app: App, chain: Chain, position: bigint): Promise<void> {
  const { coinType, omitted } = chain;
  if (omitted.kind !== "internal") return;
  const { kysely } = app.database;
  const reconciled = await readReconciled(kysely, coinType);
  if (reconciled === null || position <= reconciled || position - reconciled > MAX_POSITIONS) return;
  const balanceBase = await readHeldAt(chain, position);
  if (balanceBase === null || balanceBase <= (await readBookedBase(kysely, coinType, position))) return;
  let beforeBase = await readHeldAt(chain, reconciled);
  for (let next = reconciled + 1n; next <= position && beforeBase !== null; next += 1n) {
    const afterBase = next === position ? balanceBase : await readHeldAt(chain, next);
    if (afterBase !== null) {
      const growthBase = afterBase - beforeBase - (await readSettled(app, coinType, next));
      if (growthBase > 0n)
        await bookGrowth(app, coinType, { transfers: await omitted.readTransfers(next), position: next, growthBase });
    }
    beforeBase = afterBase;
  }
}

/** Balance at exactly this position in base units, or null. */
async function readHeldAt(chain: Chain, position: bigint): Promise<bigint | null> {
  const holding = await chain.readTreasury(position, null);
  return holding?.position === position ? holding.balanceBase : null;
}

async function readSettled({ database }: App, coinType: CoinType, position: bigint): Promise<bigint> {
  const { rows } = await sql<{ settled: bigint }>`
    select coalesce(sum(amount_base), 0) as settled from chain_transfer
    where coin_type = ${coinType} and settled_at is not null and position = ${position}
  `.execute(database.kysely);
  return rows[0]?.settled ?? 0n;
}

interface Growth {
  position: bigint;
  growthBase: bigint;
  /** Null where they cannot be read. */
  transfers: readonly ChainTransfer[] | null;
}

async function bookGrowth(app: App, coinType: CoinType, { position, growthBase, transfers }: Growth): Promise<void> {
  if (transfers === null) return;
  const sumBase = transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n);
  if (sumBase > growthBase) return;
  await app.prices.read(coinType);
  await transact(app.database.kysely, async (trx) => {
    // Another process has compared the books at this position meanwhile, and booked the money as a surplus.
    const reconciled = await lockReconciled(trx, coinType);
    if (reconciled === null || reconciled >= position) return;
    // What is below the minimum stays in the growth, which is booked as a whole.
    const worthy = transfers.filter(({ amountBase }) => !isBelowMinimum(coinType, amountBase));
    await bookTransfers(trx, app, coinType, worthy);
  });
}

/**
 * Stores and settles transfers in one transaction: nothing would read an unsettled transfer below the cursor again. The
 * caller holds the lock of comparisons.
 */
export async function bookTransfers(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<void> {
  await upsertTransfers(trx, coinType, { transfers, at: app.clock.now(), as: "agreed" });
  const rows = transfers.map((transfer) => ({
    tx_hash: transfer.txHash,
    transfer_index: transfer.index,
    from_address_key: toReading(coinType, transfer).from_address_key,
  }));
  if (rows.length > 0) await settleInside(trx, app, coinType, rows);
}
