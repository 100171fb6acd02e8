import { type Kysely, type Selectable, sql } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { type ChainTransfer, nameArrival, type UnreadTransaction } from "#server/chains/chain.ts";
import { joinTold } from "#server/chains/quorum.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Schema } from "#server/db/schema.ts";

export type TransferRow = Selectable<Schema["chain_transfer"]>;

type TransferReading = Pick<
  TransferRow,
  | "from_address"
  | "from_address_key"
  | "amount_base"
  | "reference"
  | "position"
  | "block_ref"
  | "block_time"
  | "reported_as"
>;

/** Of a row, as endpoints tell of it: as one reading, or as several while they differ. */
function listTold(row: TransferRow): ChainTransfer[] {
  const { tx_hash: txHash, transfer_index: index } = row;
  return (row.told ?? [row]).map((reading) => ({
    txHash,
    index,
    from: reading.from_address,
    amountBase: BigInt(reading.amount_base),
    reference: reading.reference,
    position: BigInt(reading.position),
    ref: reading.block_ref,
    time: new Date(reading.block_time),
    reportedAs: reading.reported_as,
  }));
}

function writeTold(coinType: CoinType, transfer: ChainTransfer): string {
  const readings = (transfer.told ?? [transfer]).map((one) => toReading(coinType, one));
  return JSON.stringify(readings, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

/** The columns of `chain_transfer` that a reading of the chain sets. */
export function toReading(coinType: CoinType, transfer: ChainTransfer): TransferReading {
  return {
    from_address: transfer.from,
    from_address_key: toAddressKey(COINS[coinType].walletType, transfer.from),
    amount_base: transfer.amountBase,
    reference: transfer.reference,
    position: transfer.position,
    block_ref: transfer.ref,
    block_time: transfer.time,
    reported_as: transfer.reportedAs ?? null,
  };
}

/** What two endpoints have of disputed transactions by now: nothing where neither has one. */
export interface ReadAgain {
  kind: "again";
  /** Their ids. */
  asked: readonly string[];
  agreed: readonly ChainTransfer[];
  disputed: readonly ChainTransfer[];
}

/** Transfers of a range of positions: those that one endpoint has `seen`, or what two have listed. */
export type FoundTransfers =
  | { kind: "seen"; seen: readonly ChainTransfer[] }
  | { kind: "listed"; agreed: readonly ChainTransfer[]; disputed: readonly ChainTransfer[] }
  | ReadAgain;

export interface FoundPart {
  first: bigint;
  last: bigint;
  /** The newest position of the chain. */
  head: bigint;
  transfers: FoundTransfers;
  unread: readonly UnreadTransaction[];
}

/**
 * Stores the transfers of a range of positions, and deletes those in this range that have left the chain. What two endpoints
 * have listed is changed by another such list alone. Answers the ids of those that are disputed from now on.
 */
export async function storeTransfers(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { first, last, head, transfers: found }: Omit<FoundPart, "unread">,
  at: Date,
): Promise<string[]> {
  const settled = await lockCursor(trx, coinType);
  const transfers = found.kind === "again" ? await lockDisputed(trx, coinType, found) : keepBeyond(settled, found);
  const all = transfers.kind === "seen" ? transfers.seen : [...transfers.agreed, ...transfers.disputed];
  await trx
    .deleteFrom("chain_transfer")
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .$if(transfers.kind === "seen", (query) => query.where("agreed_at", "is", null).where("disputed_at", "is", null))
    .where((where) =>
      transfers.kind === "again"
        ? where.and([
            where("disputed_at", "is not", null),
            where("tx_hash", "=", where.fn.any(where.val(transfers.asked))),
          ])
        : where.and([
            where("position", ">", settled),
            where.or([where.between("position", first, last), where("position", ">", head)]),
          ]),
    )
    .where(
      sql<boolean>`(tx_hash, transfer_index) not in (
        select * from unnest(${all.map(({ txHash }) => txHash)}::text[], ${all.map(({ index }) => index)}::integer[])
      )`,
    )
    .execute();
  const disputed: string[] = [];
  if (transfers.kind === "seen") await upsertTransfers(trx, coinType, { transfers: transfers.seen, at });
  else {
    await upsertTransfers(trx, coinType, { transfers: transfers.agreed, at, as: "agreed" });
    const told = transfers.kind === "again" ? transfers.disputed : await joinKnown(trx, coinType, transfers.disputed);
    disputed.push(...(await upsertTransfers(trx, coinType, { transfers: told, at, as: "disputed" })));
  }
  await trx
    .updateTable("chain_cursor")
    .set({ head_position: head, updated_at: at })
    .where("coin_type", "=", coinType)
    .execute();
  return disputed;
}

/**
 * Locks the cursor and answers the settled position. Another process may have moved it since the range was read: what is
 * before it is decided.
 */
async function lockCursor(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { settled_position: settled } = await trx
    .selectFrom("chain_cursor")
    .select("settled_position")
    .where("coin_type", "=", coinType)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return settled;
}

function keepBeyond(settled: bigint, found: Exclude<FoundTransfers, ReadAgain>): Exclude<FoundTransfers, ReadAgain> {
  const keep = (transfers: readonly ChainTransfer[]) => transfers.filter(({ position }) => position > settled);
  if (found.kind === "seen") return { kind: "seen", seen: keep(found.seen) };
  return { kind: "listed", agreed: keep(found.agreed), disputed: keep(found.disputed) };
}

/** An operator may have ended a dispute since its transaction was read: nothing is stored of it then. */
async function lockDisputed(trx: Kysely<Schema>, coinType: CoinType, again: ReadAgain): Promise<ReadAgain> {
  const rows = await trx
    .selectFrom("chain_transfer")
    .select("tx_hash")
    .where("coin_type", "=", coinType)
    .where("disputed_at", "is not", null)
    .where("settled_at", "is", null)
    .where((where) => where("tx_hash", "=", where.fn.any(where.val(again.asked))))
    .forUpdate()
    .execute();
  const open = new Set(rows.map((row) => row.tx_hash));
  const keep = (transfers: readonly ChainTransfer[]) => transfers.filter(({ txHash }) => open.has(txHash));
  return { ...again, agreed: keep(again.agreed), disputed: keep(again.disputed) };
}

/** Another range may tell of the same transfer at another place. */
async function joinKnown(
  trx: Kysely<Schema>,
  coinType: CoinType,
  disputed: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  if (disputed.length === 0) return [];
  const hashes = disputed.map(({ txHash }) => txHash);
  const rows = await trx
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("disputed_at", "is not", null)
    .where("settled_at", "is", null)
    .where((where) => where("tx_hash", "=", where.fn.any(where.val(hashes))))
    .execute();
  const known = Map.groupBy(rows.flatMap(listTold), nameArrival);
  return disputed.map((transfer) => joinTold([...(known.get(nameArrival(transfer)) ?? []), transfer]));
}

interface Upserted {
  transfers: readonly ChainTransfer[];
  at: Date;
  /** Left out: one endpoint has seen them. */
  as?: "agreed" | "disputed";
}

/**
 * One statement for all: anybody can send many. They are seen in their order, by microseconds. What is seen again and is the
 * same is not written again. Answers the ids of those that are disputed from now on.
 */
export async function upsertTransfers(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { transfers: listed, at, as }: Upserted,
): Promise<string[]> {
  // A dishonest endpoint may tell one in two blocks.
  const transfers = [...new Map(listed.map((transfer) => [nameArrival(transfer), transfer])).values()];
  if (transfers.length === 0) return [];
  const readings = transfers.map((transfer) => toReading(coinType, transfer));
  const isWritten =
    as === undefined
      ? sql`t.agreed_at is null and t.disputed_at is null
          and (t.from_address, t.from_address_key, t.amount_base, t.reference, t.position, t.block_ref, t.block_time)
            is distinct from (excluded.from_address, excluded.from_address_key, excluded.amount_base,
              excluded.reference, excluded.position, excluded.block_ref, excluded.block_time)`
      : as === "agreed"
        ? sql`true`
        : // What two have listed is told in another place by one alone.
          sql`(t.agreed_at is null or t.position = excluded.position)`;
  const { rows } = await sql<{ tx_hash: string }>`
    with known as (
      select t.tx_hash from chain_transfer t
      where t.coin_type = ${coinType} and t.disputed_at is not null and t.settled_at is null
    ), written as (
      insert into chain_transfer as t (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base,
        reference, position, block_ref, block_time, reported_as, seen_at, agreed_at, disputed_at, told)
      select ${coinType}, r.tx_hash, r.transfer_index, r.from_address, r.from_address_key, r.amount_base, r.reference,
        r.position, r.block_ref, r.block_time, r.reported_as, ${at}::timestamptz + make_interval(secs => r.place / 1e6),
        ${as === "agreed" ? at : null}::timestamptz, ${as === "disputed" ? at : null}::timestamptz, r.told::jsonb
      from unnest(
        ${transfers.map(({ txHash }) => txHash)}::text[],
        ${transfers.map(({ index }) => index)}::integer[],
        ${readings.map((reading) => reading.from_address)}::text[],
        ${readings.map((reading) => reading.from_address_key)}::text[],
        ${readings.map((reading) => String(reading.amount_base))}::numeric[],
        ${readings.map((reading) => reading.reference)}::text[],
        ${readings.map((reading) => String(reading.position))}::bigint[],
        ${readings.map((reading) => reading.block_ref)}::text[],
        ${readings.map((reading) => reading.block_time)}::timestamptz[],
        ${readings.map((reading) => reading.reported_as)}::text[],
        ${transfers.map((transfer) => (as === "disputed" ? writeTold(coinType, transfer) : null))}::text[]
      ) with ordinality as r (tx_hash, transfer_index, from_address, from_address_key, amount_base, reference, position,
        block_ref, block_time, reported_as, told, place)
      on conflict (coin_type, tx_hash, transfer_index) do update set
        from_address = excluded.from_address, from_address_key = excluded.from_address_key,
        amount_base = excluded.amount_base, reference = excluded.reference, position = excluded.position,
        block_ref = excluded.block_ref, block_time = excluded.block_time, reported_as = excluded.reported_as,
        agreed_at = excluded.agreed_at, told = excluded.told,
        disputed_at = case when excluded.disputed_at is not null then coalesce(t.disputed_at, excluded.disputed_at) end
      where t.settled_at is null and ${isWritten}
      returning t.tx_hash, t.disputed_at
    )
    select w.tx_hash from written w where w.disputed_at is not null and w.tx_hash not in (select tx_hash from known)
  `.execute(trx);
  return rows.map((row) => row.tx_hash);
}

/** The readings that cannot be stored. Tries to store them half by half, and rolls each try back. */
export async function findUnstorable(
  app: Pick<App, "database" | "clock">,
  coinType: CoinType,
  readings: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  if (readings.length === 0 || (await isStorable(app, coinType, readings))) return [];
  if (readings.length === 1) return [...readings];
  const middle = Math.ceil(readings.length / 2);
  return [
    ...(await findUnstorable(app, coinType, readings.slice(0, middle))),
    ...(await findUnstorable(app, coinType, readings.slice(middle))),
  ];
}

async function isStorable(
  { database, clock }: Pick<App, "database" | "clock">,
  coinType: CoinType,
  readings: readonly ChainTransfer[],
): Promise<boolean> {
  // Of one transfer there may be several: each has a place of its own.
  const transfers = readings.map((reading, index) => ({ ...reading, index }));
  const trial = await database.kysely.startTransaction().execute();
  try {
    // As columns, and as what is told.
    for (const as of ["agreed", "disputed"] as const)
      await upsertTransfers(trial, coinType, { transfers, at: clock.now(), as });
    return true;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return false;
  } finally {
    await trial.rollback().execute();
  }
}

/**
 * Stores the transactions of a range that are set aside, and forgets those of it that have left the chain or can be read
 * now. What an operator has looked at stays. Answers those that are new.
 */
export async function storeUnread(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { first, last, head, unread }: Omit<FoundPart, "transfers">,
  at: Date,
): Promise<string[]> {
  const hashes = unread.map(({ txHash }) => txHash);
  let outdated = trx
    .deleteFrom("unread_transaction")
    .where("coin_type", "=", coinType)
    .where("acknowledged_at", "is", null)
    .where((where) => where.or([where.between("position", first, last), where("position", ">", head)]));
  if (hashes.length > 0) outdated = outdated.where("tx_hash", "not in", hashes);
  await outdated.execute();
  if (unread.length === 0) return [];
  const { rows } = await sql<{ tx_hash: string }>`
    insert into unread_transaction (coin_type, tx_hash, position, reason, seen_at)
    select ${coinType}, u.*, ${at}
    from unnest(
      ${hashes}::text[], ${unread.map(({ position }) => String(position))}::bigint[],
      ${unread.map(({ reason }) => reason)}::text[]
    ) as u
    on conflict do nothing
    returning tx_hash
  `.execute(trx);
  return rows.map((row) => row.tx_hash);
}
