import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { bookMoney } from "#tests/support/bookMoney.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { settleTransfer } from "#server/deposits/settleTransfer.ts";
import { ACCOUNTS } from "./accounts.ts";
import { readBooks } from "./readBooks.ts";

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "books");
  await addUsers(app, [1n, 2n]);
  await bindWallet(app, 1n);
  app.world.balances.set(addressOf(1n), 10n ** 21n);
});
afterAll(() => database.close());

/** A final transfer to the treasury. */
async function receive(fromKey: string, amountBase: bigint, orderId: string | null): Promise<void> {
  const at = app.clock.now();
  const txHash = `0x${Buffer.from(app.random.bytes(32)).toString("hex")}`;
  const transfer = { coin_type: "eth" as const, tx_hash: txHash, transfer_index: 0, from_address: fromKey };
  await database.kysely
    .insertInto("chain_transfer")
    .values({
      ...transfer,
      from_address_key: fromKey,
      amount_base: amountBase,
      position: 1_000_000n,
      block_ref: "0xb",
      block_time: at,
      seen_at: at,
    })
    .execute();
  if (orderId !== null) {
    await database.kysely
      .insertInto("payment_report")
      .values({ coin_type: "eth", tx_hash: txHash, order_id: orderId, reported_at: at })
      .execute();
  }
  await settleTransfer(app, { coinType: "eth", txHash, index: 0 }, { fromKey, amountBase });
}

/** Sums of the ledger itself, by the kind of account. */
async function readLedger(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ kind: string; sum: bigint }>`
    select split_part(account, ':', 1) as kind, sum(amount_base) as sum from ledger_entry group by 1
  `.execute(database.kysely);
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
}

it("each sum is that of the ledger, with something of everything", async () => {
  const open = await openEnvelope(app, 1n, { passphrase: "Half claimed", type: "ordinary", totalAmount: "0.04" });
  await claim(app, 2n, "Half claimed", open.envelopeId);
  await giveBalance(app, 2n, 5n);
  const { order } = await callAs(app, sendRedEnvelope, 1n, {
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1", passphrase: "Half paid" },
  });
  await receive(addressOf(1n), 10n ** 17n, order.orderId);
  await receive("0xstranger", 7n, null);
  const at = app.clock.now();
  const move = (transactionId: string, kind: string, from: string, to: string, amountBase: bigint) =>
    bookMoney(database, { transactionId, kind, from, to, amountBase });
  await move("p", "payout", ACCOUNTS.user(2n, "eth"), ACCOUNTS.payout("p"), 2n);
  await move("f", "payoutFee", ACCOUNTS.unmatched("eth"), ACCOUNTS.fees("eth"), 3n);
  await move("c", "outgoing", ACCOUNTS.cold("eth"), ACCOUNTS.treasury("eth"), 4n);
  await database.kysely
    .insertInto("payout")
    .values({
      payout_id: "p",
      tg_user_id: 2n,
      coin_type: "eth",
      status: "queued",
      gross_base: 2n,
      fee_base: 1n,
      fee_cap_base: 1n,
      to_address: "0xb",
      to_address_key: "0xb",
      network: "eip155:31337",
      created_at: at,
    })
    .execute();
  const ledger = await readLedger();
  const { owed, ...books } = await readBooks(database.kysely, "eth");
  expect(books).toEqual({
    people: ledger["user"],
    envelopes: ledger["envelope"],
    orders: ledger["order"],
    payouts: ledger["payout"],
    unmatched: ledger["unmatched"],
    fees: ledger["fees"],
    cold: -(ledger["cold"] ?? 0n),
    treasury: -(ledger["treasury"] ?? 0n),
  });
  expect(Object.entries(books).filter(([, sum]) => sum <= 0n)).toEqual([]);
  expect(owed).toBe(books.treasury + books.cold);
});
