import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { hasUnownedFrom } from "#server/db/selectTold.ts";

/** How long an order that nobody paid is kept after its end. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Orders in one transaction; each has 20 envelopes at most. */
const BATCH = 50;
/** References of forgotten orders that are kept for a person and coin: the newest. */
const MOST_REFERENCES = 1_000;

/**
 * Deletes at most BATCH orders that ended unpaid long ago, with the envelopes that they were for, and takes both out of
 * the counts. Returns whether there may be more. What arrives late is credited as before, by what `keepForLatePayments`
 * writes. Orders toward which anything was paid stay.
 */
export async function forgetOrders({ database }: Pick<App, "database">, now: Date): Promise<boolean> {
  const endedUntil = new Date(now.getTime() - KEPT_MS);
  return transact(database.kysely, async (trx) => {
    const { rows: over } = await sql<{ order_id: string; envelope_ids: string[] }>`
        select order_id, envelope_ids from payment_order o
        where status in ('cancelled', 'expired') and paid_base = 0 and settled_at <= ${endedUntil} and is_counted
          and not exists (select from chain_transfer t where t.order_id = o.order_id)
        order by settled_at limit ${BATCH} for update skip locked
      `.execute(trx);
    const counted = await readCounted(
      trx,
      over.flatMap((order) => order.envelope_ids),
    );
    const orders = over.filter((order) => order.envelope_ids.every((id) => counted.has(id)));
    if (orders.length === 0) return false;
    const orderIds = orders.map((order) => order.order_id);
    await keepForLatePayments(trx, orderIds);
    await deleteEnvelopes(
      trx,
      orders.flatMap((order) => order.envelope_ids),
    );
    await deleteOrders(trx, orderIds);
    return over.length === BATCH;
  });
}

/** Those of them that nobody has opened, and that stand in all counts. */
async function readCounted(trx: Kysely<Schema>, envelopeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("envelope")
    .select("envelope_id")
    .where("envelope_id", "=", sql<string>`any (${envelopeIds}::text[])`)
    .where("status", "=", "cancelled")
    .where("opened_at", "is", null)
    .where("is_summed", "=", true)
    .execute();
  return new Set(rows.map((row) => row.envelope_id));
}

/**
 * Whom an order's reference names, of which each person and coin has so many at most; and, where money of an address is
 * nobody's yet, who expected some from there, so that it goes to no other person by itself.
 */
async function keepForLatePayments(trx: Kysely<Schema>, orderIds: readonly string[]): Promise<void> {
  await sql`
    insert into past_reference (coin_type, network, reference, tg_user_id, created_at)
    select coin_type, network, reference, tg_user_id, created_at from payment_order
    where order_id = any (${orderIds}::text[]) and reference is not null
    on conflict do nothing
  `.execute(trx);
  await sql`
    delete from past_reference p using (
      select coin_type, network, reference,
        row_number() over (partition by tg_user_id, coin_type order by created_at desc, reference) as place
      from past_reference
      where tg_user_id in (select tg_user_id from payment_order where order_id = any (${orderIds}::text[]))
    ) r
    where r.place > ${MOST_REFERENCES} and (p.coin_type, p.network, p.reference) = (r.coin_type, r.network, r.reference)
  `.execute(trx);
  await sql`
    insert into past_payer as p (coin_type, address_key, tg_user_id, since, until)
    select coin_type, from_address_key, tg_user_id, min(created_at), max(settled_at) from payment_order o
    where order_id = any (${orderIds}::text[]) and from_address_key is not null
      and ${hasUnownedFrom(sql.ref("o.from_address_key"), sql.ref("o.coin_type"))}
    group by 1, 2, 3
    on conflict (coin_type, address_key, tg_user_id) do update set
      since = least(p.since, excluded.since), until = greatest(p.until, excluded.until)
  `.execute(trx);
}

async function deleteEnvelopes(trx: Kysely<Schema>, envelopeIds: readonly string[]): Promise<void> {
  const isOne = sql<string>`any (${envelopeIds}::text[])`;
  await trx.deleteFrom("passphrase_envelope").where("envelope_id", "=", isOne).execute();
  await trx.deleteFrom("status_history").where("chart", "=", "envelope").where("id", "=", isOne).execute();
  const deleted = await trx
    .deleteFrom("envelope")
    .where("envelope_id", "=", isOne)
    .returning(["sender_id", "coin_type"])
    .execute();
  // In the order in which others lock people's totals.
  await sql`
    with sent as materialized (
      select sender_id, coin_type, count(*) as count
      from unnest(${deleted.map((row) => row.sender_id)}::bigint[], ${deleted.map((row) => row.coin_type)}::text[])
        as s (sender_id, coin_type)
      group by 1, 2
    ),
    locked as materialized (
      select t.tg_user_id, t.coin_type, s.count
      from account_total t join sent s on s.sender_id = t.tg_user_id and s.coin_type = t.coin_type
      order by t.tg_user_id, t.coin_type for update of t
    )
    update account_total t set not_received_count = t.not_received_count - l.count
    from locked l where l.tg_user_id = t.tg_user_id and l.coin_type = t.coin_type
  `.execute(trx);
  // As if they had never sent.
  await sql`
    delete from account_total
    where tg_user_id = any (${deleted.map((row) => row.sender_id)}::bigint[]) and entry_count = 0 and claim_count = 0
      and not_received_count = 0 and partially_received_count = 0 and received_count = 0
  `.execute(trx);
  await takeFromCounts(trx, "envelope", new Map([["cancelled", deleted.length]]));
}

async function deleteOrders(trx: Kysely<Schema>, orderIds: readonly string[]): Promise<void> {
  const isOne = sql<string>`any (${orderIds}::text[])`;
  await trx.deleteFrom("payment_report").where("order_id", "=", isOne).execute();
  await trx.deleteFrom("handoff_code").where("order_id", "=", isOne).execute();
  await sql`
    delete from payment_code_order where order_id = ${isOne}
      or code_hash in (select code_hash from payment_code where order_id = ${isOne})
  `.execute(trx);
  await trx.deleteFrom("payment_code").where("order_id", "=", isOne).execute();
  await trx.deleteFrom("status_history").where("chart", "=", "order").where("id", "=", isOne).execute();
  const deleted = await trx.deleteFrom("payment_order").where("order_id", "=", isOne).returning("status").execute();
  const counts = new Map<string, number>();
  for (const { status } of deleted) counts.set(status, (counts.get(status) ?? 0) + 1);
  await takeFromCounts(trx, "order", counts);
}

async function takeFromCounts(
  trx: Kysely<Schema>,
  chart: "envelope" | "order",
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update ended_count c set count = c.count - d.count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as d (status, count)
    where c.chart = ${chart} and c.status = d.status
  `.execute(trx);
  await trx.deleteFrom("ended_count").where("chart", "=", chart).where("count", "=", 0n).execute();
}
