import { Wallet } from "ethers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COINS } from "#domain/coins.ts";
import type { Database } from "#server/db/database.ts";
import { creditProven } from "#server/deposits/creditUnmatched.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { createMemoryChain, type MemoryChain } from "#tests/support/chains/memoryChain.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { makeSigner, signProof } from "#tests/support/signers.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const LEAST = COINS.eth.minBase;
const ACCOUNTS = Array.from({ length: 16 }, (_, index) => 1n + BigInt(index));
const { signal } = new AbortController();

let database: Database;
let app: TestApp;
let chain: MemoryChain;
let watcher: TestWatcher;
let wallets: ReadonlyMap<bigint, Wallet>;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "crumbs");
  chain = createMemoryChain(app.world, app.clock, 3);
  app.chains = linkChain(chain);
  await addUsers(app, ACCOUNTS);
  wallets = new Map(ACCOUNTS.map((account) => [account, makeSigner(app)]));
  watcher = new TestWatcher(app, chain);
  await watcher.poll();
});
afterEach(async () => {
  await requireSoundBooks(database);
  await database.close();
});

const walletOf = (account: bigint) => wallets.get(account) ?? Wallet.createRandom();
const crumbsOf = (account: bigint, count: number) =>
  Array.from({ length: count }, () => ({ from: walletOf(account).address, amountBase: LEAST }));
const balanceOf = (account: bigint) => readBalance(database.kysely, account, "eth");

async function prove(account: bigint): Promise<void> {
  const { address } = walletOf(account);
  const proof = await signProof(app, account, walletOf(account));
  await callAs(app, bindWallet, account, { body: { type: "ETH", address, proof } });
}

async function countUnsettled(): Promise<number> {
  const rows = await database.kysely
    .selectFrom("chain_transfer")
    .select("tx_hash")
    .where("settled_at", "is", null)
    .execute();
  return rows.length;
}

test("16 accounts with 400 crumbs each hold no connections with their proofs, and get all of it once", async () => {
  chain.payTogether(ACCOUNTS.flatMap((account) => crumbsOf(account, 400)));
  do await watcher.poll();
  while ((await countUnsettled()) > 0);

  await Promise.all(ACCOUNTS.map(prove));
  const balances = await Promise.all(ACCOUNTS.map(balanceOf));
  expect(balances).toEqual(ACCOUNTS.map(() => 50n * LEAST));
  for (let turn = 0; turn < 3; turn += 1) {
    app.clock.advance(1_000);
    await creditProven.run(app, signal);
  }
  expect(await Promise.all(ACCOUNTS.map(balanceOf))).toEqual(ACCOUNTS.map(() => 400n * LEAST));
  expect(await database.kysely.selectFrom("proof_credit").selectAll().execute()).toEqual([]);
});

test("the crumbs of one account leave another's one payment in the first turn after its proof", async () => {
  const [crumbling = 0n, other = 0n] = ACCOUNTS;
  chain.payTogether([...crumbsOf(crumbling, 1_200), ...crumbsOf(other, 60)]);
  do await watcher.poll();
  while ((await countUnsettled()) > 0);
  await prove(crumbling);
  await prove(other);
  app.clock.advance(1_000);
  await creditProven.run(app, signal);
  expect([await balanceOf(crumbling), await balanceOf(other)]).toEqual([550n * LEAST, 60n * LEAST]);
  for (let turn = 0; turn < 3; turn += 1) {
    app.clock.advance(1_000);
    await creditProven.run(app, signal);
  }
  expect(await balanceOf(crumbling)).toBe(1_200n * LEAST);
});

test("1,000 crumbs of a proven wallet in one block hold the settled position for no more than some looks", async () => {
  const [account = 0n] = ACCOUNTS;
  await prove(account);
  await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
  chain.payTogether(crumbsOf(account, 1_000));
  let looks = 0;
  do {
    await watcher.poll();
    looks += 1;
  } while ((await countUnsettled()) > 0);
  expect(looks).toBeLessThanOrEqual(3);
  expect(await balanceOf(account)).toBe(1_000n * LEAST);

  // Each is told, alone or in a sum.
  const told: string[] = [];
  app.telegram = {
    ...app.telegram,
    sendMessage: async (_, { html }) => {
      told.push(html);
      return { kind: "sent", messageId: 1n };
    },
  };
  for (let second = 0; second < 60; second += 1) {
    app.clock.advance(1_000);
    await sendNotifications.run(app, signal);
  }
  const payments = told.filter((text) => text.includes("We received 0.000001 ETH"));
  expect(payments).toHaveLength(20);
  expect(told.join("\n")).toContain("Added to your balance: 0.00098 ETH (Ethereum) in all. Entries: 980.");
});

test("1,000 crumbs beside an order of one's own pay it part by part, and others' payments go on", async () => {
  const [account = 0n, other = 0n] = ACCOUNTS;
  await prove(account);
  await prove(other);
  app.world.balances.set(walletOf(account).address, 10n ** 18n);
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.0002", passphrase: "Lucky Day" } as const;
  const { order } = await callAs(app, sendRedEnvelope, account, { body });
  chain.payTogether([...crumbsOf(account, 1_000), ...crumbsOf(other, 1)]);
  await watcher.poll();
  expect(await balanceOf(other)).toBe(LEAST);
  let looks = 1;
  for (; (await countUnsettled()) > 0; looks += 1) await watcher.poll();
  expect(looks).toBeLessThanOrEqual(25);
  expect(await balanceOf(account)).toBe(800n * LEAST);
  const paid = await database.kysely
    .selectFrom("payment_order")
    .select("status")
    .where("order_id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  expect(paid.status).toBe("paid");
});
