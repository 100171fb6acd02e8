import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import type { Chain, Holding } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { transact } from "#server/db/transact.ts";
import { clearState, readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS, selectBalance } from "#server/ledger/accounts.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { clearRestored } from "#server/ledger/uncompared.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readFreeFees } from "#server/payouts/fees.ts";

/** The newest position at which books and chain were compared. */
const RECONCILED = "reconciledBlock";
/** When that was, and what the chain held there. */
const COMPARED = "comparedTreasury";
/** What receiving has cost the treasury and no fees have paid yet. */
const OWED = "owedUpkeep";
/** What receiving has cost the treasury since the first comparison. */
const UPKEEP = "totalUpkeep";
/** A shortfall of up to this part of all upkeep is dust, as a fee that is counted otherwise leaves it. */
const DUST_PART = 100n;

/** What the treasury holds at a position, with its upkeep since the last comparison. */
export interface ComparedHolding extends Holding {
  /** The position of the last comparison, or null before the first one. */
  since: bigint | null;
}

/** The treasury at a settled position or a later final one. Null if it cannot be read. */
export async function readHolding(app: App, chain: Chain, position: bigint): Promise<ComparedHolding | null> {
  const since = await readReconciled(app.database.kysely, chain.coinType);
  try {
    const holding = await chain.readTreasury(position, since);
    return holding === null ? null : { ...holding, since };
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

/**
 * Compares the treasury's balance at a settled position with the ledger up to that position. Books a surplus on chain
 * to the unmatched account, the first time as the opening balance, but for what may be transfers that are not settled. A
 * shortfall is logged and stops sends, openings and payouts until the money is back.
 */
export async function compareTreasury(app: App, coinType: CoinType, holding: ComparedHolding): Promise<void> {
  await transact(app.database.kysely, (trx) => compare(trx, app, coinType, holding));
}

async function compare(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  { position, balanceBase, upkeepBase = 0n, since }: ComparedHolding,
): Promise<void> {
  const last = await lockReconciled(trx, coinType);
  // A newer comparison has booked later money, which would look like a shortfall here.
  if (last !== null && last >= position) return;
  // Another process has compared meanwhile, and booked a part of this upkeep.
  if (upkeepBase > 0n && last !== since) return;
  const owedBase = await bookUpkeep(trx, app, { coinType, position, upkeepBase });
  // Before the books: what is settled between the two readings may then count in both, and never in neither.
  const openBase = await readOpen(trx, coinType, position);
  const bookedBase = await readBookedBase(trx, coinType, position);
  const beyondBase = balanceBase + owedBase - bookedBase;
  // What is beyond the books may be transfers that are in no books yet.
  const reservedBase = beyondBase <= 0n ? 0n : openBase < beyondBase ? openBase : beyondBase;
  const heldBase = balanceBase - bookedBase - reservedBase;
  const paidBase = heldBase + (await payOwed(trx, coinType, { owedBase, heldBase }));
  const dustBase = (await addUpkeep(trx, coinType, upkeepBase)) / DUST_PART;
  const isDust = paidBase < 0n && -paidBase <= dustBase;
  const differenceBase = isDust ? 0n : paidBase;
  if (differenceBase > 0n) {
    const kind = last === null ? "opening" : "surplus";
    await bookSurplus(trx, { kind, coinType, position, amountBase: differenceBase, at: app.clock.now() });
    app.logger.warn(
      { coinType, position, reason: `${kind} of ${formatAmount(differenceBase, COINS[coinType].baseDecimals)}` },
      "the treasury holds more than the books: booked as unmatched",
    );
  }
  const missingBase = differenceBase < 0n ? -differenceBase : 0n;
  await noteMissing(trx, app, { coinType, position, missingBase, hiddenBase: openBase - beyondBase, openBase });
  await writeState(trx, `${RECONCILED}:${coinType}`, String(position));
  await clearRestored(trx, coinType, position);
  await writeState(
    trx,
    `${COMPARED}:${coinType}`,
    JSON.stringify({ at: app.clock.now(), heldBase: String(balanceBase) }),
  );
}

export interface Comparison {
  position: bigint;
  at: Date;
  /** Base units that the chain held at the position. */
  heldBase: bigint;
}

/** The last comparison of books and chain, or null before the first one. */
export async function readComparison(database: Kysely<Schema>, coinType: CoinType): Promise<Comparison | null> {
  const position = await readReconciled(database, coinType);
  const compared = await readState(database, `${COMPARED}:${coinType}`);
  if (position === null || compared === null) return null;
  const { at, heldBase } = JSON.parse(compared) as { at: string; heldBase: string };
  return { position, at: new Date(at), heldBase: BigInt(heldBase) };
}

/** The newest position at which books and chain were compared, or null before the first time. */
export async function readReconciled(database: Kysely<Schema>, coinType: CoinType): Promise<bigint | null> {
  const position = await readState(database, `${RECONCILED}:${coinType}`);
  return position === null ? null : BigInt(position);
}

/**
 * Like `readReconciled`, and locks: no other transaction compares or books internal transfers until this one ends, so
 * nothing is booked twice.
 */
export async function lockReconciled(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint | null> {
  await trx.selectFrom("chain_cursor").select("coin_type").where("coin_type", "=", coinType).forUpdate().execute();
  return readReconciled(trx, coinType);
}

/** What the treasury must hold at a position: everything booked, without what came and left at later positions, and what had left there and came back later. */
export async function readBookedBase(trx: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<bigint> {
  const { rows } = await sql<{ booked: bigint }>`
    select
      -${selectBalance("treasury", coinType)}
      - coalesce((
        select sum(amount_base) from chain_transfer
        where coin_type = ${coinType} and settled_at is not null and position > ${position}
      ), 0)
      - coalesce((select sum(amount_base) from dust where coin_type = ${coinType} and position > ${position}), 0)
      + coalesce((
        select sum(spent_base) from payout where coin_type = ${coinType} and spent_base > 0 and position > ${position}
      ), 0)
      - coalesce((
        select sum(gross_base - fee_base) from payout
        where coin_type = ${coinType} and returned_position > ${position} and position <= ${position}
      ), 0)
      + coalesce((
        select sum(value_base + fee_base) from outgoing_transfer where coin_type = ${coinType} and position > ${position}
      ), 0) as booked
  `.execute(trx);
  return rows[0]?.booked ?? 0n;
}

/** What the treasury holds beyond the books; what receiving has cost and nothing has paid yet is no part of them. */
export async function readBeyondBase(
  database: Kysely<Schema>,
  coinType: CoinType,
  { position, balanceBase, upkeepBase = 0n }: Holding,
): Promise<bigint> {
  const owedBase = BigInt((await readState(database, `${OWED}:${coinType}`)) ?? 0) + upkeepBase;
  return balanceBase + owedBase - (await readBookedBase(database, coinType, position));
}

/**
 * The sum of transfers up to a position that the cursor passed unsettled: disputed ones, and those that two hosts have alike
 * by now, until they are settled.
 */
async function readOpen(trx: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<bigint> {
  const { rows } = await sql<{ open: bigint }>`
    select coalesce(sum(amount_base), 0) as open from chain_transfer
    where coin_type = ${coinType} and (disputed_at is not null or agreed_at is not null) and settled_at is null
      and position <= ${position}
  `.execute(trx);
  return rows[0]?.open ?? 0n;
}

interface Upkeep {
  coinType: CoinType;
  position: bigint;
  upkeepBase: bigint;
}

/**
 * Books what receiving has cost the treasury against the account of fees, as far as that reaches, and answers what is
 * still owed.
 */
async function bookUpkeep(trx: Kysely<Schema>, app: App, { coinType, position, upkeepBase }: Upkeep): Promise<bigint> {
  const owedBase = BigInt((await readState(trx, `${OWED}:${coinType}`)) ?? 0) + upkeepBase;
  if (owedBase === 0n) return 0n;
  const freeBase = await readFreeFees(trx, coinType);
  const paidBase = owedBase < freeBase ? owedBase : freeBase;
  if (paidBase > 0n) {
    await postEntries(trx, {
      transactionId: `upkeep:${coinType}:${position}`,
      kind: "upkeep",
      at: app.clock.now(),
      entries: [
        { account: ACCOUNTS.fees(coinType), coinType, amountBase: -paidBase },
        { account: ACCOUNTS.treasury(coinType), coinType, amountBase: paidBase },
      ],
    });
  }
  await writeState(trx, `${OWED}:${coinType}`, String(owedBase - paidBase));
  return owedBase - paidBase;
}

/** Adds to what receiving has cost the treasury so far, and answers the sum. */
async function addUpkeep(trx: Kysely<Schema>, coinType: CoinType, upkeepBase: bigint): Promise<bigint> {
  const totalBase = BigInt((await readState(trx, `${UPKEEP}:${coinType}`)) ?? 0) + upkeepBase;
  if (upkeepBase > 0n) await writeState(trx, `${UPKEEP}:${coinType}`, String(totalBase));
  return totalBase;
}

/**
 * How much of what is owed is still missing in the treasury. Coins beyond the books pay it only as a whole, as those that
 * an operator adds for it: a smaller surplus may belong to somebody.
 */
async function payOwed(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { owedBase, heldBase }: { owedBase: bigint; heldBase: bigint },
): Promise<bigint> {
  if (owedBase === 0n || heldBase < 0n) return owedBase;
  await writeState(trx, `${OWED}:${coinType}`, "0");
  return 0n;
}

interface Surplus {
  kind: "opening" | "surplus";
  coinType: CoinType;
  position: bigint;
  amountBase: bigint;
  at: Date;
}

async function bookSurplus(trx: Kysely<Schema>, surplus: Surplus): Promise<void> {
  const { kind, coinType, position, amountBase, at } = surplus;
  await postEntries(trx, {
    transactionId: `${kind}:${coinType}:${position}`,
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
  position: bigint;
  /** Zero if nothing is missing. */
  missingBase: bigint;
  /** Of transfers that are not settled. */
  openBase: bigint;
  /** What would be missing without them, if they are there. */
  hiddenBase: bigint;
}

/**
 * Updates the mark of missing money, and logs each change once. What was missing is not back with a transfer that is not
 * settled.
 */
async function noteMissing(
  trx: Kysely<Schema>,
  { logger }: App,
  { coinType, position, missingBase: leastBase, openBase, hiddenBase }: Missing,
): Promise<void> {
  const name = nameMissing(coinType);
  const known = BigInt((await readState(trx, name)) ?? 0);
  const keptBase = openBase === 0n ? 0n : hiddenBase < known ? hiddenBase : known;
  const missingBase = keptBase > leastBase ? keptBase : leastBase;
  if (missingBase === known) return;
  if (missingBase > 0n) {
    await writeState(trx, name, String(missingBase));
    const missing = formatAmount(missingBase, COINS[coinType].baseDecimals);
    logger.error(
      { coinType, position, reason: `${missing} missing` },
      "the treasury holds less than the books: sends, openings and payouts stop",
    );
  } else {
    await clearState(trx, name);
    logger.warn(
      { coinType, position },
      "the treasury holds what the books say again: sends, openings and payouts resume",
    );
  }
}
