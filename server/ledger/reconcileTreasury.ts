import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import type { EthereumChain } from "#server/chains/ethereum/ethereumChain.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/http/apiError.ts";
import { ACCOUNTS } from "./accounts.ts";
import { nameMissing } from "./missingMoney.ts";
import { postEntries } from "./postEntries.ts";

/** The newest block at which books and chain were compared. */
const RECONCILED = "reconciledBlock";

/**
 * Compares the treasury's balance at a settled block with the ledger up to that block. A surplus on chain is booked to
 * the unmatched account, the first time as the opening balance. A shortfall is logged and stops sends, openings and
 * payouts until the money is back. Returns false when the balance at that block cannot be read.
 */
export async function reconcileTreasury(app: App, chain: EthereumChain, blockNumber: number): Promise<boolean> {
  const balanceBase = await chain.readBalanceAt(chain.treasuryAddress, blockNumber).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (balanceBase === null) return false;
  const holding = { coinType: "eth", blockNumber, balanceBase } as const;
  await retryConflict(() => app.database.kysely.transaction().execute((trx) => compare(trx, app, holding)));
  return true;
}

interface Holding {
  coinType: CoinType;
  blockNumber: number;
  /** What the chain holds after that block. */
  balanceBase: bigint;
}

async function compare(trx: Kysely<Schema>, app: App, { coinType, blockNumber, balanceBase }: Holding): Promise<void> {
  const last = await lockReconciledBlock(trx, coinType);
  // A newer comparison has booked later money, which would look like a shortfall here.
  if (last !== null && last >= blockNumber) return;
  const differenceBase = balanceBase - (await readBookedBase(trx, coinType, blockNumber));
  if (differenceBase > 0n) {
    const kind = last === null ? "opening" : "surplus";
    await bookSurplus(trx, { kind, coinType, blockNumber, amountBase: differenceBase, at: app.clock.now() });
    app.logger.warn(
      { coinType, blockNumber, reason: `${kind} of ${formatAmount(differenceBase, COINS[coinType].baseDecimals)}` },
      "the treasury holds more than the books: booked as unmatched",
    );
  }
  await noteMissing(trx, app, { coinType, blockNumber, missingBase: differenceBase < 0n ? -differenceBase : 0n });
  await writeState(trx, `${RECONCILED}:${coinType}`, String(blockNumber));
}

/** The newest block at which books and chain were compared, or null before the first time. */
export async function readReconciledBlock(database: Kysely<Schema>, coinType: CoinType): Promise<number | null> {
  const block = await readState(database, `${RECONCILED}:${coinType}`);
  return block === null ? null : Number(block);
}

/** The same, and no other transaction compares or books internal transfers until this one ends: nothing is booked twice. */
export async function lockReconciledBlock(trx: Kysely<Schema>, coinType: CoinType): Promise<number | null> {
  await trx.selectFrom("chain_cursor").select("coin_type").where("coin_type", "=", coinType).forUpdate().execute();
  return readReconciledBlock(trx, coinType);
}

/** What the treasury must hold after a block: everything booked, without the transfers settled above that block. */
export async function readBookedBase(trx: Kysely<Schema>, coinType: CoinType, blockNumber: number): Promise<bigint> {
  const { rows } = await sql<{ booked: bigint }>`
    select
      -coalesce((select sum(amount_base) from ledger_entry where account = ${ACCOUNTS.treasury(coinType)}), 0)
      - coalesce((
        select sum(amount_base) from chain_transfer
        where coin_type = ${coinType} and settled_at is not null and block_number > ${blockNumber}
      ), 0) as booked
  `.execute(trx);
  return rows[0]?.booked ?? 0n;
}

interface Surplus {
  kind: "opening" | "surplus";
  coinType: CoinType;
  blockNumber: number;
  amountBase: bigint;
  at: Date;
}

async function bookSurplus(trx: Kysely<Schema>, surplus: Surplus): Promise<void> {
  const { kind, coinType, blockNumber, amountBase, at } = surplus;
  await postEntries(trx, {
    transactionId: `${kind}:${coinType}:${blockNumber}`,
    kind,
    at,
    entries: [
      { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase },
    ],
  });
}

interface Missing {
  coinType: CoinType;
  blockNumber: number;
  /** Zero when nothing is missing. */
  missingBase: bigint;
}

/** Updates the mark of missing money, and logs each change once. */
async function noteMissing(
  trx: Kysely<Schema>,
  { logger }: App,
  { coinType, blockNumber, missingBase }: Missing,
): Promise<void> {
  const name = nameMissing(coinType);
  const known = BigInt((await readState(trx, name)) ?? 0);
  if (missingBase === known) return;
  if (missingBase > 0n) {
    await writeState(trx, name, String(missingBase));
    const missing = formatAmount(missingBase, COINS[coinType].baseDecimals);
    logger.error(
      { coinType, blockNumber, reason: `${missing} missing` },
      "the treasury holds less than the books: sends, openings and payouts stop",
    );
  } else {
    await trx.deleteFrom("job_state").where("name", "=", name).execute();
    logger.warn(
      { coinType, blockNumber },
      "the treasury holds what the books say again: sends, openings and payouts resume",
    );
  }
}

async function readState(trx: Kysely<Schema>, name: string): Promise<string | null> {
  const state = await trx.selectFrom("job_state").select("value").where("name", "=", name).executeTakeFirst();
  return state?.value ?? null;
}

async function writeState(trx: Kysely<Schema>, name: string, value: string): Promise<void> {
  await trx
    .insertInto("job_state")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
