import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalFairness } from "#domain/draw/canonicalFairness.ts";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { countEnded, selectCounts } from "#server/records/statusCounts.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { loadRows } from "#tests/support/rowDump.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("migrations/", import.meta.url));
/** The last migration of the version before limits, chain trust and people. */
const LAST_OLD = "0003";

const COMMITMENT = createHash("sha256")
  .update(canonicalFairness({ envelopeId: "open", salt: "01", shares: ["0.0000000000000001"] }))
  .digest("hex");

/**
 * Rows of that version: an open envelope, an order that was paid while money was missing, an unpaid order, a wallet, an
 * idempotency key and a lock.
 */
const OLD_DATA = `
  insert into tg_user (tg_user_id, first_name, lang, created_at, updated_at) values (1, 'Anna', 'en', now(), now());
  insert into wallet (wallet_id, tg_user_id, type, address, address_key, proven_at, created_at)
    values ('w1', 1, 'ETH', '0xAA', '0xaa', now(), now());
  insert into payment_order (order_id, tg_user_id, status, coin_type, amount_base, paid_base, treasury_address,
      from_address, from_address_key, network, created_block, created_at, expires_at, settled_at, idempotency_key)
    values ('paid', 1, 'paid', 'eth', 100, 100, '0xTT', '0xAA', '0xaa', 'eip155:1', 5, now(), now(), now(), 'key'),
      ('late', 1, 'paid', 'eth', 100, 100, '0xTT', '0xAA', '0xaa', 'eip155:1', 5, now(), now(), now(), null),
      ('unpaid', 1, 'awaitingPayment', 'eth', 100, 0, '0xTT', '0xAA', '0xaa', 'eip155:1', 5, now(), now(), null, null);
  insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, passphrase_hash,
      passphrase_cipher, order_id, commitment, salt, best_base, created_at, opened_at, expires_at)
    values ('open', 1, 'open', 'ordinary', 'eth', 100, 1, '\\x01', '\\x01', 'paid', '${COMMITMENT}', '\\x01', 100, now(), now(), now()),
      ('late', 1, 'awaitingPayment', 'ordinary', 'eth', 100, 1, '\\x01', '\\x01', 'late', null, null, null, now(), null, null),
      ('waiting', 1, 'awaitingPayment', 'ordinary', 'eth', 100, 1, '\\x01', '\\x01', 'unpaid', null, null, null, now(), null, null);
  insert into share values ('open', 1, 100);
  insert into chain_cursor values ('eth', 8, 9, now(), now());
  insert into chain_transfer (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base,
      block_number, block_hash, block_time, seen_at, settled_at, outcome, order_id, tg_user_id)
    values ('eth', '0x1', 0, '0xAA', '0xaa', 100, 6, '0x6', now(), now(), now(), 'order', 'paid', 1),
      ('eth', '0x2', 0, '0xAA', '0xaa', 100, 7, '0x7', now(), now(), now(), 'order', 'late', 1);
  insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at)
    values ('transfer:eth:0x1:0', 1, 'deposit', 'treasury:eth', 'eth', -100, now()),
      ('transfer:eth:0x1:0', 2, 'deposit', 'order:paid', 'eth', 100, now()),
      ('transfer:eth:0x2:0', 1, 'deposit', 'treasury:eth', 'eth', -100, now()),
      ('transfer:eth:0x2:0', 2, 'deposit', 'order:late', 'eth', 100, now()),
      ('open:open', 1, 'open', 'order:paid', 'eth', -100, now()),
      ('open:open', 2, 'open', 'envelope:open', 'eth', 100, now());
  insert into idempotency_key values (1, 'sendRedEnvelope', 'key', '\\x01', 200, '{}', now(), now() + interval '1 day');
  insert into passphrase_attempt values ('user:1', array[now()], now(), 60);
  insert into notification (notification_id, tg_user_id, kind, params, created_at, next_attempt_at)
    values ('n1', 1, 'orderExpired', '{}', now(), now());
`;

const DUMPS = fileURLToPath(new URL("dumps/", import.meta.url));
/** A database of the version before `person_total` and `ledger_entry.home`. */
const DUMP = path.join(DUMPS, "0012.sql");
const DUMPED = "0012";

/** Every status that rows of these tables can have. The dump must contain each. */
const STATUSES: readonly [name: string, query: string, statuses: readonly (string | null)[]][] = [
  ["envelopes", "select status from envelope", Object.keys(envelopeLifecycle.states)],
  ["orders", "select status from payment_order", Object.keys(orderLifecycle.states)],
  ["transfers", "select outcome as status from chain_transfer", ["balance", "order", "unmatched", null]],
  [
    "messages",
    "select case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as status from notification",
    ["failed", "sent", "waiting"],
  ],
  [
    "posts",
    "select case when failed_at is not null then 'failed' when message_id is null then 'waiting' else 'posted' end as status from group_post",
    ["failed", "posted", "waiting"],
  ],
  [
    "wallets",
    "select case when unbound_at is not null then 'unbound' when proven_at is null then 'typed' else 'proven' end as status from wallet",
    ["proven", "typed", "unbound"],
  ],
];

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-upgrade-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

test("brings a database that is in use to this version, with its money as it was", async () => {
  const names = readdirSync(MIGRATIONS).toSorted();
  const old = names.filter((name) => name.slice(0, LAST_OLD.length) <= LAST_OLD);
  for (const name of old) cpSync(path.join(MIGRATIONS, name), path.join(folder, name));
  await database.pool.query("drop schema public cascade; create schema public");
  await migrate(database.pool, { folder, logger: silentLogger });
  await database.pool.query(OLD_DATA);

  expect(await migrate(database.pool, { logger: silentLogger })).toEqual(names.slice(old.length));
  expect(await findBreaches(database)).toEqual([]);
  const { rows } = await database.pool.query(`
    select order_id, request_id, is_opening_due, (select array_agg(e.has_generated_passphrase) from envelope e where e.order_id = o.order_id)
      as generated
    from payment_order o order by order_id`);
  expect(rows).toEqual([
    { order_id: "late", request_id: null, is_opening_due: true, generated: [false] },
    { order_id: "paid", request_id: null, is_opening_due: false, generated: [false] },
    { order_id: "unpaid", request_id: null, is_opening_due: false, generated: [false] },
  ]);
  const { rows: waiting } = await database.pool.query("select notification_id, is_warning from notification");
  expect(waiting).toEqual([{ notification_id: "n1", is_warning: false }]);
});

test("brings rows of every status to this version, with everybody's money and records as they were", async () => {
  await database.pool.query("drop schema public cascade; create schema public");
  await database.pool.query(readFileSync(DUMP, "utf8"));
  for (const [name, query, statuses] of STATUSES) {
    const { rows } = await database.pool.query<{ status: string | null }>(query);
    expect(new Set(rows.map(({ status }) => status)), name).toEqual(new Set(statuses));
  }
  await database.pool.query(`
    insert into wallet (wallet_id, tg_user_id, type, address, address_key, created_at)
    select '-1:aa', min(tg_user_id), 'Ton', '-1:aa', '-1:aa', now() from tg_user`);
  const balances = `select account, sum(amount_base) as balance from ledger_entry where account like 'user:%' group by 1 order by 1`;
  const { rows: before } = await database.pool.query(balances);

  const names = readdirSync(MIGRATIONS).toSorted();
  expect(await migrate(database.pool, { logger: silentLogger })).toEqual(
    names.filter((name) => name.slice(0, DUMPED.length) > DUMPED),
  );
  expect(await findBreaches(database)).toEqual([]);
  const { rows: after } = await database.pool.query(
    `select 'user:' || tg_user_id || ':' || coin_type as account, balance_base as balance from person_total
     where entry_count > 0 order by 1`,
  );
  expect(after).toEqual(before);
  const { rows: totals } = await database.pool.query(
    `select sum(not_received_count + partially_received_count + received_count) as ended, sum(claim_count) as claims,
       sum(best_luck_count) as best from person_total`,
  );
  expect(totals).toEqual([{ ended: 6n, claims: 5n, best: 1n }]);
  const told = await database.pool.query("select params, is_warning from notification where kind = 'walletUnpayable'");
  const params = { type: "Ton", address: "-1:aa", walletId: "-1:aa" };
  expect(told.rows).toEqual([{ params, is_warning: true }]);
  const edges = [envelopeLifecycle, orderLifecycle, payoutLifecycle].flatMap((chart) =>
    listLifecycleEdges(chart).map(({ source, event, target }) => [chart.id, source, event, target].join(" ")),
  );
  const { rows: stored } = await database.pool.query<{ edge: string }>(
    "select concat_ws(' ', chart, source, event, target) as edge from lifecycle_edge",
  );
  expect(stored.map(({ edge }) => edge).toSorted()).toEqual(edges.toSorted());
});

/**
 * Rows that a server of an older version wrote while the people of `npm run hostile` used it. The file is named for that
 * version's last migration. Before 0048 there were no such people: those of 0048 used it.
 */
const ROW_DUMPS = readdirSync(DUMPS).filter((name) => name.endsWith(".rows"));

const COUNTED_STATUSES = `
  select 'envelope' as chart, status, count(*) from envelope group by status
  union all select 'order', status, count(*) from payment_order group by status
  union all select 'payout', status, count(*) from payout group by status
  order by 1, 2`;

test.each(ROW_DUMPS)(
  "brings the rows of %s to this version, with everybody's money and statuses as they were",
  async (dump) => {
    const { pool } = database;
    const number = dump.slice(0, DUMPED.length);
    await pool.query("drop schema public cascade; create schema public");
    const parts = mkdtempSync(path.join(folder, "rows-"));
    const names = readdirSync(MIGRATIONS).toSorted();
    const old = names.filter((name) => name.slice(0, number.length) <= number);
    for (const name of old) cpSync(path.join(MIGRATIONS, name), path.join(parts, name));
    await migrate(pool, { folder: parts, logger: silentLogger });
    await loadRows(pool, path.join(DUMPS, dump));
    const money = "select tg_user_id, coin_type, balance_base from person_total order by 1, 2";
    const { rows: before } = await pool.query(money);
    expect(before.length).toBeGreaterThan(20);
    const { rows: statuses } = await pool.query(COUNTED_STATUSES);
    expect(statuses.length).toBeGreaterThan(7);
    expect(await migrate(pool, { logger: silentLogger })).toEqual(names.slice(old.length));
    expect(await findBreaches(database)).toEqual([]);
    expect((await pool.query(money)).rows).toEqual(before);
    expect((await pool.query(COUNTED_STATUSES)).rows).toEqual(statuses);
  },
);

/** What a process of the version before `coin_total` writes: money of nobody, an order, and that an envelope is summed. */
const writeAsLastVersion = (name: string) => `
  insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
    values ('surplus:eth:${name}', 1, 'surplus', 'treasury:eth', 'eth', -7, now(), 'surplus:eth:${name}'),
      ('surplus:eth:${name}', 2, 'surplus', 'unmatched:eth', 'eth', 7, now(), 'surplus:eth:${name}');
  insert into payment_order (order_id, tg_user_id, status, coin_type, amount_base, treasury_address, network, created_at, expires_at)
    select 'new' || '${name}', min(tg_user_id), 'awaitingPayment', 'eth', 1, '0xTT', 'eip155:1', now(), now() from tg_user;
  update payment_order set status = 'cancelled', changed_at = now(), changed_by = 'cancelOrder', settled_at = now()
    where order_id = (select min(order_id) from payment_order where status = 'awaitingPayment');
  update envelope set is_summed = true where envelope_id = (
    select min(envelope_id) from envelope where not is_summed and status in ('finished', 'refunded', 'cancelled'));`;

test("totals and counts what processes of the last version write between the migrations", async () => {
  const { pool } = database;
  await pool.query("drop schema public cascade; create schema public");
  await pool.query(readFileSync(DUMP, "utf8"));
  const parts = mkdtempSync(path.join(folder, "parts-"));
  const names = readdirSync(MIGRATIONS).toSorted();
  const bringTo = async (number: string) => {
    for (const name of names.filter((one) => one.slice(0, number.length) <= number)) {
      cpSync(path.join(MIGRATIONS, name), path.join(parts, name));
    }
    await migrate(pool, { logger: silentLogger, folder: parts });
  };
  await bringTo("0036");
  await pool.query("update envelope set is_summed = false");
  for (const number of ["0039", "0041", "0043"]) {
    await bringTo(number);
    await pool.query(writeAsLastVersion(number));
  }
  await migrate(pool, { logger: silentLogger });
  await pool.query(writeAsLastVersion("9999"));

  const { rows: wrong } = await pool.query(`
    select account, sum(amount_base) as booked, max(b.treasury_base), max(b.unmatched_base)
    from ledger_entry l join coin_balance b using (coin_type) where account in ('treasury:eth', 'unmatched:eth')
    group by account
    having sum(amount_base) <> max(case account when 'treasury:eth' then b.treasury_base else b.unmatched_base end)`);
  expect(wrong).toEqual([]);
  const counts = await sql`
    select chart, status, sum(count) as count from (${selectCounts()}) c group by 1, 2 order by 1, 2
  `.execute(database.kysely);
  const { rows } = await pool.query(`
    select 'envelope' as chart, status, count(*) from envelope group by status
    union all select 'order', status, count(*) from payment_order group by status order by 1, 2`);
  expect(counts.rows).toEqual(rows);
  await countEnded({ database });
  const kept = ["the totals of every coin", "the counts of what has ended"];
  const breaches = await findBreaches(database);
  expect(breaches.filter((breach) => kept.some((name) => breach.startsWith(name)))).toEqual([]);
});

test("leaves the transitions that a newer version has added", async () => {
  const added = ["envelope", "open", "envelope.ofANewerVersion", "refunded"];
  await database.pool.query("insert into lifecycle_edge (chart, source, event, target) values ($1, $2, $3, $4)", added);
  await migrate(database.pool, { logger: silentLogger });
  const { rows } = await database.pool.query("select from lifecycle_edge where event = $1", [added[2]]);
  expect(rows).toHaveLength(1);
});
