import { type KyselyPlugin, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Database } from "#server/db/database.ts";
import { readState } from "#server/db/jobState.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { createMemoryChain, type MemoryChain } from "#tests/support/chains/memoryChain.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { addressOf, addUsers, bindWallet, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const ANNA = 1n;
const BO = 2n;
const STRANGER = `0x${"5".repeat(40)}`;
const LEAST = COINS.eth.minBase;
const DUST = LEAST - 1n;
const DAY_MS = 86_400_000;

describe("a flood of transfers", () => {
  let database: Database;
  let app: TestApp;
  let chain: MemoryChain;
  let watcher: TestWatcher;

  beforeEach(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "dust");
    chain = createMemoryChain(app.world, app.clock, 3);
    app.chains = linkChain(chain);
    await addUsers(app, [ANNA, BO]);
    for (const person of [ANNA, BO]) {
      await bindWallet(app, person);
      app.world.balances.set(addressOf(person), 10n ** 18n);
    }
    await restart();
  });
  afterEach(expectSoundBooks);

  async function expectSoundBooks(): Promise<void> {
    expect(await findBreaches(database)).toEqual([]);
    expect(await readState(database.kysely, nameMissing("eth"))).toBeNull();
    await database.close();
  }

  async function restart(): Promise<void> {
    watcher = new TestWatcher(app, chain);
    await watcher.poll();
  }

  async function send(totalBase: bigint): Promise<string> {
    const totalAmount = formatAmount(totalBase, COINS.eth.baseDecimals);
    const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount, passphrase: "Lucky Day" } as const;
    return (await callAs(app, sendRedEnvelope, ANNA, { body })).order.orderId;
  }

  const readStatus = async (orderId: string) =>
    (
      await database.kysely
        .selectFrom("payment_order")
        .select("status")
        .where("order_id", "=", orderId)
        .executeTakeFirstOrThrow()
    ).status;
  const balanceOf = (tgUserId: bigint) => readBalance(database.kysely, tgUserId, "eth");
  const readOutcomes = async () =>
    (await database.kysely.selectFrom("chain_transfer").select("outcome").execute()).map(({ outcome }) => outcome);
  const readDust = async () =>
    (await database.kysely.selectFrom("dust").select(["transfers", "amount_base"]).orderBy("position").execute()).map(
      (row): [bigint, bigint] => [row.transfers, row.amount_base],
    );
  const countOf = async (kind: string) =>
    (
      await database.kysely
        .selectFrom("ledger_entry")
        .select("transaction_id")
        .where("kind", "=", kind)
        .where("line", "=", 1)
        .execute()
    ).length;
  const dustOf = (from: string, count: number) => Array.from({ length: count }, () => ({ from, amountBase: DUST }));

  it("below the minimum is summed, is credited to nobody and is listed nowhere, whoever sends it", async () => {
    chain.payTogether([...dustOf(STRANGER, 30), ...dustOf(addressOf(BO), 20)]);
    await watcher.poll();
    expect(await readDust()).toEqual([[50n, 50n * DUST]]);
    expect(await readOutcomes()).toEqual([]);
    expect(await balanceOf(BO)).toBe(0n);
    expect([await countOf("dust"), await countOf("deposit"), await countOf("surplus")]).toEqual([1, 0, 0]);
    expect(
      await database.kysely.selectFrom("letter").where("queue", "=", "notification").selectAll().execute(),
    ).toEqual([]);
  });

  it("is booked once where the process ends between its transfers and its settled position", async () => {
    const orderId = await send(10n ** 16n);
    chain.payTogether([
      ...dustOf(STRANGER, 10),
      ...Array.from({ length: 10 }, () => ({ from: STRANGER, amountBase: LEAST })),
      { from: addressOf(ANNA), amountBase: 10n ** 16n },
    ]);
    await sql`create function end_here() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$`.execute(
      database.kysely,
    );
    await sql`create trigger end_here before insert on dust for each row execute function end_here()`.execute(
      database.kysely,
    );
    await expect(watcher.poll()).rejects.toThrow("ended");
    expect(await readStatus(orderId)).toBe("paid");
    await sql`drop trigger end_here on dust`.execute(database.kysely);
    await restart();
    expect(await readDust()).toEqual([[10n, 10n * DUST]]);
    const outcomes = await readOutcomes();
    expect(outcomes.filter((outcome) => outcome === "unmatched")).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "order")).toHaveLength(1);
    expect([await countOf("dust"), await countOf("deposit")]).toEqual([1, 11]);
  });

  it("is not booked again where what is settled is read again", async () => {
    chain.payTogether(dustOf(STRANGER, 10));
    chain.payTogether(dustOf(STRANGER, 5));
    await watcher.poll();
    await database.kysely.updateTable("chain_cursor").set({ settled_position: 0n }).execute();
    await restart();
    await restart();
    expect(await readDust()).toEqual([
      [10n, 10n * DUST],
      [5n, 5n * DUST],
    ]);
    expect([await countOf("dust"), await countOf("surplus")]).toEqual([1, 0]);
  });

  it("leaves one row a day once books and chain were compared", async () => {
    for (let block = 0; block < 5; block += 1) {
      chain.payTogether(dustOf(STRANGER, 2));
      await watcher.poll();
    }
    app.clock.advance(DAY_MS);
    for (let block = 0; block < 3; block += 1) {
      chain.payTogether(dustOf(STRANGER, 1));
      await watcher.poll();
    }
    expect(await readDust()).toEqual([
      [10n, 10n * DUST],
      [2n, 2n * DUST],
      [1n, DUST],
    ]);
    expect(await countOf("surplus")).toBe(0);
  });

  it("from strangers is booked as unmatched by few statements, however many they are", async () => {
    let statements = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const counting = { ...app, database: { ...database, kysely: database.kysely.withPlugin(plugin) } };
    const countStatements = async (transfers: number): Promise<number> => {
      chain.payTogether(Array.from({ length: transfers }, () => ({ from: STRANGER, amountBase: LEAST })));
      statements = 0;
      await new TestWatcher(counting, chain).poll();
      return statements;
    };
    const [few, many] = [await countStatements(2), await countStatements(200)];
    expect(many).toBeLessThan(few + 5);
    expect(await readOutcomes()).toEqual(Array<string>(202).fill("unmatched"));
    expect(await countOf("deposit")).toBe(202);
  });

  it("from strangers is settled so many at a time, and each once", async () => {
    chain.payTogether(Array.from({ length: 5_002 }, () => ({ from: STRANGER, amountBase: LEAST })));
    await watcher.poll();
    expect(await countOf("deposit")).toBe(5_000);
    await watcher.poll();
    expect(await countOf("deposit")).toBe(5_002);
  });

  it("from one person leaves another one's payment the first in turn", async () => {
    const orderId = await send(10n ** 16n);
    chain.payTogether(Array.from({ length: 150 }, () => ({ from: addressOf(BO), amountBase: LEAST })));
    chain.pay(addressOf(ANNA), 10n ** 16n);
    await watcher.poll();
    expect(await readStatus(orderId)).toBe("paid");
    expect(await balanceOf(BO)).toBe(150n * LEAST);
  });
});
