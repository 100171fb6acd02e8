import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { type Assignment, assignMoney, type UnmatchedMoney } from "./assignMoney.ts";
import { settleTransfer } from "#server/deposits/settleTransfer.ts";

const TX_HASH = `0x${"ab".repeat(32)}`;
const TRANSFER: UnmatchedMoney = { kind: "transfer", coinType: "eth", txHash: TX_HASH, index: 0 };
const SURPLUS: UnmatchedMoney = { kind: "surplus", coinType: "eth", amountBase: 6n * 10n ** 18n, reference: "case-1" };

describe("an assignment of unmatched money", () => {
  let database: Database;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "assign");
    const at = app.clock.now();
    await addUsers(app, [1n, 2n]);
    await database.kysely
      .insertInto("chain_transfer")
      .values({
        coin_type: "eth",
        tx_hash: TX_HASH,
        transfer_index: 0,
        from_address: "0xc0",
        from_address_key: "0xc0",
        amount_base: 5n,
        position: 7n,
        block_ref: "0xb",
        block_time: at,
        seen_at: at,
      })
      .execute();
    await postEntries(database.kysely, {
      transactionId: "surplus:eth:8",
      kind: "surplus",
      at,
      entries: [
        { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: -(10n ** 19n) },
        { account: ACCOUNTS.unmatched("eth"), coinType: "eth", amountBase: 10n ** 19n },
      ],
    });
  });
  afterAll(() => database.close());

  const assign = (source: UnmatchedMoney, change: Partial<Assignment> = {}) =>
    assignMoney(app, { source, tgUserId: 1n, operator: "ann", reason: "her letter", isDryRun: false, ...change });
  const balanceOf = (tgUserId: bigint) => readBalance(database.kysely, tgUserId, "eth");
  const readLog = () => database.kysely.selectFrom("operator_action").selectAll().orderBy("transaction_id").execute();

  it("waits until the transfer is final", async () => {
    await expect(assign(TRANSFER)).rejects.toThrow("The transfer is not final yet.");
    await settleTransfer(app, { coinType: "eth", txHash: TX_HASH, index: 0 }, { fromKey: "0xc0", amountBase: 5n });
    expect(await assign(TRANSFER, { isDryRun: true })).toMatchObject({
      isDone: false,
      isRepeat: false,
      summary: `0.000000000000000005 eth to "Person 1", 1 (balance 0), as assign:eth:${TX_HASH}:0`,
    });
    expect(await readLog()).toEqual([]);
    expect(await balanceOf(1n)).toBe(0n);
  });

  it("requires a reason, an operator, a person and money", async () => {
    await expect(assign(TRANSFER, { reason: " " })).rejects.toThrow("A reason is needed.");
    await expect(assign(TRANSFER, { reason: "x".repeat(501) })).rejects.toThrow("at most 500 characters");
    await expect(assign(TRANSFER, { operator: "" })).rejects.toThrow("An operator is needed.");
    await expect(assign(TRANSFER, { tgUserId: 9n })).rejects.toThrow("There is no person 9.");
    await expect(assign({ ...TRANSFER, index: 1 })).rejects.toThrow("There is no such transfer.");
    await expect(assign({ ...SURPLUS, amountBase: 10n ** 19n + 1n })).rejects.toThrow("The surplus is 10 eth.");
    await expect(assign({ ...SURPLUS, amountBase: -1n })).rejects.toThrow("The surplus is 10 eth.");
  });

  it("books a transfer once, notifies the person, and stores who did it and why", async () => {
    const all = await Promise.all([assign(TRANSFER), assign(TRANSFER), assign(TRANSFER)]);
    expect(all.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(all.filter(({ isRepeat }) => isRepeat)).toHaveLength(2);
    await expect(assign(TRANSFER, { tgUserId: 2n })).rejects.toThrow("It was assigned to person 1 before.");
    expect(await balanceOf(1n)).toBe(5n);
    expect(await readLog()).toMatchObject([
      { kind: "assignTransfer", operator: "ann", reason: "her letter", amount_base: 5n },
    ]);
    // So little is told by its sum.
    const told = await database.kysely.selectFrom("notification_sum").selectAll().execute();
    expect(told).toEqual([{ tg_user_id: 1n, change: "received", coin_type: "eth", letters: 1n, amount_base: 5n }]);
    await expect(database.pool.query("delete from operator_action")).rejects.toThrow("append-only");
    expect(await findBreaches(database)).toEqual([]);
  });

  it("books a surplus once per reference, and never more than there is", async () => {
    const [first, second] = await Promise.allSettled([
      assign(SURPLUS, { tgUserId: 2n }),
      assign({ ...SURPLUS, reference: "case-2" }, { tgUserId: 1n }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = first.status === "fulfilled" ? SURPLUS : { ...SURPLUS, reference: "case-2" };
    const winnerId = first.status === "fulfilled" ? 2n : 1n;
    expect(await assign(winner, { tgUserId: winnerId })).toMatchObject({
      isRepeat: true,
      summary: expect.stringContaining("6 eth"),
    });
    await expect(assign({ ...winner, amountBase: 1n }, { tgUserId: winnerId })).rejects.toThrow("Another amount");
    expect((await balanceOf(1n)) + (await balanceOf(2n))).toBe(6n * 10n ** 18n + 5n);
    expect(await findBreaches(database)).toEqual([]);
  });
});
