import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { type ChainTransfer, nameArrival, type ScannedPart } from "#server/chains/chain.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import type { Schema } from "#server/db/schema.ts";
import { toReading } from "./transferReading.ts";

/** Stores the transfers of a range of positions, and deletes those in this range that have left the chain. */
export async function storeTransfers(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { first, last, head, transfers }: Pick<ScannedPart, "first" | "last" | "head" | "transfers">,
  at: Date,
): Promise<void> {
  const hashes = transfers.map((transfer) => transfer.txHash);
  const indexes = transfers.map((transfer) => transfer.index);
  await trx
    .deleteFrom("chain_transfer")
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    // A disputed transfer is removed only once two endpoints agree, in recheckTransfer.
    .where("disputed_at", "is", null)
    .where((where) => where.or([where.between("position", first, last), where("position", ">", head)]))
    .where(
      sql<boolean>`(tx_hash, transfer_index) not in (select * from unnest(${hashes}::text[], ${indexes}::integer[]))`,
    )
    .execute();
  await upsertTransfers(trx, coinType, transfers, at);
  await trx
    .updateTable("chain_cursor")
    .set({ head_position: head, updated_at: at })
    .where("coin_type", "=", coinType)
    .execute();
}

/** One statement for all: anybody can send many. What is read again and is the same is not written again. */
async function upsertTransfers(
  trx: Kysely<Schema>,
  coinType: CoinType,
  listed: readonly ChainTransfer[],
  at: Date,
): Promise<void> {
  // A dishonest endpoint may tell one in two blocks.
  const transfers = [...new Map(listed.map((transfer) => [nameArrival(transfer), transfer])).values()];
  if (transfers.length === 0) return;
  const readings = transfers.map((transfer) => toReading(coinType, transfer));
  await sql`
    insert into chain_transfer as t (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base,
      reference, position, block_ref, block_time, seen_at)
    select ${coinType}, r.*, ${at}
    from unnest(
      ${transfers.map(({ txHash }) => txHash)}::text[],
      ${transfers.map(({ index }) => index)}::integer[],
      ${readings.map((reading) => reading.from_address)}::text[],
      ${readings.map((reading) => reading.from_address_key)}::text[],
      ${readings.map((reading) => String(reading.amount_base))}::numeric[],
      ${readings.map((reading) => reading.reference)}::text[],
      ${readings.map((reading) => String(reading.position))}::bigint[],
      ${readings.map((reading) => reading.block_ref)}::text[],
      ${readings.map((reading) => reading.block_time)}::timestamptz[]
    ) as r
    on conflict (coin_type, tx_hash, transfer_index) do update set
      from_address = excluded.from_address, from_address_key = excluded.from_address_key,
      amount_base = excluded.amount_base, reference = excluded.reference, position = excluded.position,
      block_ref = excluded.block_ref, block_time = excluded.block_time
    where t.settled_at is null
      and (t.from_address, t.from_address_key, t.amount_base, t.reference, t.position, t.block_ref, t.block_time)
        is distinct from (excluded.from_address, excluded.from_address_key, excluded.amount_base, excluded.reference,
          excluded.position, excluded.block_ref, excluded.block_time)
  `.execute(trx);
}

/** The transfers that cannot be stored. Tries to store them half by half, and rolls each try back. */
export async function findUnstorable(
  app: Pick<App, "database" | "clock">,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  if (transfers.length === 0 || (await isStorable(app, coinType, transfers))) return [];
  if (transfers.length === 1) return [...transfers];
  const middle = Math.ceil(transfers.length / 2);
  return [
    ...(await findUnstorable(app, coinType, transfers.slice(0, middle))),
    ...(await findUnstorable(app, coinType, transfers.slice(middle))),
  ];
}

async function isStorable(
  { database, clock }: Pick<App, "database" | "clock">,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<boolean> {
  const trial = await database.kysely.startTransaction().execute();
  try {
    await upsertTransfers(trial, coinType, transfers, clock.now());
    return true;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return false;
  } finally {
    await trial.rollback().execute();
  }
}
