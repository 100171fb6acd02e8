import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { EthereumChain, Transfer } from "#server/chains/ethereum/ethereumChain.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { lockReconciledBlock, readBookedBase, readReconciledBlock } from "#server/ledger/reconcileTreasury.ts";
import { settleInside } from "./settleTransfer.ts";
import { toReading } from "./transferReading.ts";

const COIN = "eth";
/** Nodes prune older balances; what came in such a block is booked as a surplus. */
const MAX_BLOCKS = 128;

/**
 * Stores and settles the transfers that contracts made to the treasury, where the nodes offer traces; the rest is
 * booked as a surplus without an owner afterwards. Only blocks in which the balance grew by more than their transfers
 * are traced, and never more than that growth is booked. A repeat finds no growth left.
 */
export async function bookInternalTransfers(app: App, chain: EthereumChain, blockNumber: number): Promise<void> {
  const { kysely } = app.database;
  const reconciled = await readReconciledBlock(kysely, COIN);
  if (reconciled === null || blockNumber <= reconciled || blockNumber - reconciled > MAX_BLOCKS) return;
  const readBalance = (block: number) => chain.readBalanceAt(chain.treasuryAddress, block);
  const balanceBase = await readBalance(blockNumber);
  if (balanceBase === null || balanceBase <= (await readBookedBase(kysely, COIN, blockNumber))) return;
  let beforeBase = await readBalance(reconciled);
  for (let block = reconciled + 1; block <= blockNumber && beforeBase !== null; block += 1) {
    const afterBase = block === blockNumber ? balanceBase : await readBalance(block);
    if (afterBase !== null)
      await bookBlock(app, chain, block, afterBase - beforeBase - (await readSettled(app, block)));
    beforeBase = afterBase;
  }
}

async function readSettled({ database }: App, block: number): Promise<bigint> {
  const { rows } = await sql<{ settled: bigint }>`
    select coalesce(sum(amount_base), 0) as settled from chain_transfer
    where coin_type = ${COIN} and settled_at is not null and block_number = ${block}
  `.execute(database.kysely);
  return rows[0]?.settled ?? 0n;
}

async function bookBlock(app: App, chain: EthereumChain, block: number, growthBase: bigint): Promise<void> {
  if (growthBase <= 0n) return;
  const transfers = await chain.readInternalTransfers(block);
  if (transfers === null) return;
  const sumBase = transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n);
  if (sumBase > growthBase) return;
  await app.prices.read(COIN);
  await retryConflict(() =>
    app.database.kysely.transaction().execute((trx) => bookTransfers(trx, app, block, transfers)),
  );
}

/**
 * Stores and settles all of a block in one transaction: an unsettled transfer below the cursor would never be looked at
 * again. Another process may have compared the books at this block meanwhile; then they are booked as a surplus.
 */
async function bookTransfers(
  trx: Kysely<Schema>,
  app: App,
  block: number,
  transfers: readonly Transfer[],
): Promise<void> {
  const reconciled = await lockReconciledBlock(trx, COIN);
  if (reconciled === null || reconciled >= block) return;
  for (const transfer of transfers) {
    const { txHash, index, amountBase } = transfer;
    const reading = toReading(transfer);
    await trx
      .insertInto("chain_transfer")
      .values({
        ...reading,
        coin_type: COIN,
        tx_hash: txHash,
        transfer_index: index,
        seen_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await settleInside(trx, app, { coinType: COIN, txHash, index }, { fromKey: reading.from_address_key, amountBase });
  }
}
