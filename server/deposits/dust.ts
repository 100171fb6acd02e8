import { type Kysely, sql } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { ChainTransfer } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readReconciled } from "./reconcileTreasury.ts";

/** What arrived at a position for less than the minimum. */
export interface DustSum {
  position: bigint;
  /** In UTC, as `2026-11-20`. */
  day: string;
  transfers: bigint;
  amountBase: bigint;
}

/** Whether nobody can send so little: it is credited to nobody and listed nowhere, as anybody can send a flood of it. */
export function isBelowMinimum(coinType: CoinType, amountBase: bigint): boolean {
  return amountBase < COINS[coinType].minBase;
}

/**
 * Parts transfers from dust. What is below the minimum and pays the whole rest of an order is none.
 */
export async function partDust(
  database: Kysely<Schema>,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<{ kept: ChainTransfer[]; dust: ChainTransfer[] }> {
  const kept = transfers.filter(({ amountBase }) => !isBelowMinimum(coinType, amountBase));
  if (kept.length === transfers.length) return { kept, dust: [] };
  const rests = await readRests(database, coinType);
  const paysRest = ({ from, reference, amountBase }: ChainTransfer) =>
    rests.some(
      (rest) =>
        amountBase >= rest.due_base &&
        (rest.from_address_key === toAddressKey(COINS[coinType].walletType, from) ||
          (reference !== null && rest.reference === reference)),
    );
  const dust: ChainTransfer[] = [];
  for (const transfer of transfers) {
    if (!isBelowMinimum(coinType, transfer.amountBase)) continue;
    if (paysRest(transfer)) kept.push(transfer);
    else dust.push(transfer);
  }
  return { kept, dust };
}

/** What orders still lack where that is below the minimum. */
function readRests(database: Kysely<Schema>, coinType: CoinType) {
  return database
    .selectFrom("payment_order")
    .select(["from_address_key", "reference"])
    .select(sql<bigint>`amount_base - paid_base`.as("due_base"))
    .where("coin_type", "=", coinType)
    .where("status", "in", OPEN_STATUSES)
    .where("paid_base", ">", 0n)
    .where(sql<boolean>`amount_base - paid_base < ${COINS[coinType].minBase}`)
    .execute();
}

/** The sums of dust by position. What may be booked as a transfer is left out. */
export async function sumDust(
  database: Kysely<Schema>,
  coinType: CoinType,
  dust: readonly ChainTransfer[],
): Promise<DustSum[]> {
  if (dust.length === 0) return [];
  const { walletType } = COINS[coinType];
  const { rows } = await sql<{ position: bigint; day: string; transfers: bigint; amount_base: bigint }>`
    select d.position, d.day, count(*) as transfers, sum(d.amount_base) as amount_base
    from unnest(
      ${dust.map(({ position }) => String(position))}::bigint[],
      ${dust.map(({ time }) => time.toISOString().slice(0, 10))}::text[],
      ${dust.map(({ from }) => toAddressKey(walletType, from))}::text[],
      ${dust.map(({ amountBase }) => String(amountBase))}::numeric[]
    ) as d (position, day, from_address_key, amount_base)
    where not exists (
      select from chain_transfer t
      where t.coin_type = ${coinType} and t.position = d.position and t.from_address_key = d.from_address_key
        and t.amount_base = d.amount_base
    )
    group by 1, 2
    order by 1
  `.execute(database);
  return rows.map(({ position, day, transfers, amount_base: amountBase }) => ({
    position,
    day,
    transfers,
    amountBase,
  }));
}

/**
 * Books dust up to a position that has just been settled, by one movement to the money that is nobody's. The caller has
 * moved the cursor there in this transaction. What a local chain tells again is not booked again.
 */
export async function bookDust(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { sums, upTo, at }: { sums: readonly DustSum[]; upTo: bigint; at: Date },
): Promise<void> {
  const { booked } = await trx
    .selectFrom("dust")
    .select((select) => select.fn.max("position").as("booked"))
    .where("coin_type", "=", coinType)
    .executeTakeFirstOrThrow();
  const fresh = sums.filter(({ position }) => booked === null || position > booked);
  const [first] = fresh;
  if (first === undefined) return;
  await foldDays(trx, coinType, first.day);
  await trx
    .insertInto("dust")
    .values(fresh.map(({ amountBase, ...row }) => ({ ...row, coin_type: coinType, amount_base: amountBase })))
    .execute();
  const amountBase = fresh.reduce((sum, one) => sum + one.amountBase, 0n);
  await postEntries(trx, {
    transactionId: `dust:${coinType}:${upTo}`,
    kind: "dust",
    at,
    entries: [
      { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase },
    ],
  });
}

/** Keeps one row a day of what books and chain were compared at: no comparison asks for its positions again. */
async function foldDays(trx: Kysely<Schema>, coinType: CoinType, day: string): Promise<void> {
  const reconciled = await readReconciled(trx, coinType);
  if (reconciled === null) return;
  await sql`
    with folded as (
      delete from dust where coin_type = ${coinType} and position <= ${reconciled} and day >= ${day}::date - 1
      returning position, day, transfers, amount_base
    )
    insert into dust (coin_type, position, day, transfers, amount_base)
    select ${coinType}, max(position), day, sum(transfers), sum(amount_base) from folded group by day
  `.execute(trx);
}
