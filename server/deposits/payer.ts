import { type Kysely, type RawBuilder, sql } from "kysely";
import { COINS, type CoinType, type WalletType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * Serialises what depends on addresses' owners: binding, proving, settling. Held until the transaction ends. In one order,
 * so that two transactions cannot deadlock.
 */
export async function lockAddresses(
  trx: Kysely<Schema>,
  type: WalletType,
  addressKeys: readonly string[],
): Promise<void> {
  const names = [...new Set(addressKeys)].map((addressKey) => `${type} ${addressKey}`);
  await sql`
    select pg_advisory_xact_lock(lock)
    from (select distinct hashtextextended(name, 0) as lock from unnest(${names}::text[]) as n (name) order by 1) l
  `.execute(trx);
}

/** The owner of an address with a proven wallet, or null. */
export async function findPayer(
  database: Kysely<Schema>,
  type: WalletType,
  addressKey: string,
): Promise<bigint | null> {
  const row = await database
    .selectFrom("wallet")
    .select("tg_user_id")
    .where("type", "=", type)
    .where("address_key", "=", addressKey)
    .where("proven_at", "is not", null)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  return row?.tg_user_id ?? null;
}

interface AskedProof {
  tgUserId: bigint;
  type: WalletType;
  /** Of the wallet to be proven; null: any. */
  addressKey: string | null;
}

/** Whether the person has ever proven another wallet of the type: the first one blocks no spending. */
export async function hasProvenAnother(
  database: Kysely<Schema>,
  { type, addressKey, tgUserId }: AskedProof,
): Promise<boolean> {
  const another = await database
    .selectFrom("wallet")
    .select("wallet_id")
    .where("tg_user_id", "=", tgUserId)
    .where("proven_at", "is not", null)
    .where("type", "=", type)
    .$if(addressKey !== null, (query) => query.where("address_key", "<>", addressKey))
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}

/** At which of these addresses operators keep money: what comes from there is credited to nobody. */
export async function findCold(
  trx: Kysely<Schema>,
  coinType: CoinType,
  fromKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("cold_address")
    .select("address_key")
    .where("coin_type", "=", coinType)
    .where("address_key", "in", [...new Set(fromKeys)])
    .execute();
  return new Set(rows.map((row) => row.address_key));
}

/** Block times and the server's clock differ by seconds. */
const CLOCK_SLACK_MS = 60_000;
/** A payment right after a proof may be in a block with a slightly earlier time: that of its slot, in whole seconds. */
const SLOT_MS = 5_000;

/**
 * Whether another person than `payerId` had the sender's address bound, typed or proven, or an order from it, when the
 * transfer of the row `transfer` arrived: then two people can claim it.
 */
export function isContested(coinType: CoinType, transfer: string, payerId: RawBuilder<unknown>): RawBuilder<boolean> {
  const slack = sql`make_interval(secs => ${CLOCK_SLACK_MS / 1_000})`;
  const row = sql.table(transfer);
  // Whoever reads the chain can type the sender's address then.
  const arrived = sql`least(${row}.block_time + ${slack}, ${row}.seen_at)`;
  return sql<boolean>`(
    exists (
      select from wallet holder
      where holder.type = ${COINS[coinType].walletType} and holder.address_key = ${row}.from_address_key
        and holder.tg_user_id <> ${payerId}
        and holder.created_at <= ${arrived}
        and (holder.unbound_at is null or holder.unbound_at >= ${row}.block_time - ${slack})
    ) or exists (
      select from payment_order o
      where o.coin_type = ${coinType} and o.from_address_key = ${row}.from_address_key
        and o.tg_user_id <> ${payerId}
        and o.created_at <= ${arrived}
        and (o.settled_at is null or o.settled_at >= ${row}.block_time - ${slack})
    ) or exists (
      select from past_payer p
      where p.coin_type = ${coinType} and p.address_key = ${row}.from_address_key
        and p.tg_user_id <> ${payerId}
        and p.since <= ${arrived} and p.until >= ${row}.block_time - ${slack}
    )
  )`;
}

/**
 * Whether the proven wallet of the row `wallet` must not get the transfer of the row `transfer`: it was proven after
 * the transfer arrived, and another person can claim that. A signature can be obtained by a trick while a payment waits
 * for confirmations.
 */
export function isTakenOver(coinType: CoinType, transfer: string, wallet: string): RawBuilder<boolean> {
  const [row, payer] = [sql.table(transfer), sql.table(wallet)];
  return sql<boolean>`(
    ${payer}.proven_at > ${row}.block_time + make_interval(secs => ${SLOT_MS / 1_000})
    and ${isContested(coinType, transfer, sql`${payer}.tg_user_id`)}
  )`;
}
