import { computeAddress, formatEther, parseEther, toQuantity, Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { Database } from "#server/db/database.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { callAs } from "#tests/support/story.ts";
import { requireNonceRoute } from "#tests/support/payoutRoutes.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import { payouts } from "#server/payouts/payouts.ts";

const GROSS = parseEther("0.5");
const NET = GROSS - AGREED_FEE_BASE;
const MINUTE_MS = 60_000;

describe("payouts on Ethereum", () => {
  let database: Database;
  let lab: PayoutLab;
  let sender: PayoutSender;
  let anna = 100n;

  // One treasury serves all tests, each with a person of its own.
  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startPayoutLab(database, "payouts");
  });
  beforeEach(async () => {
    anna += 1n;
    lab.logged.length = 0;
    sender = lab.createSender();
    await lab.deposit(anna, parseEther("2"));
  });
  afterEach(async () => {
    for (const endpoint of lab.endpoints) Object.assign(endpoint, { lie: null, isDead: false });
    await lab.catchUp();
    await expectSoundBooks();
  });
  afterAll(async () => {
    await lab.stop();
    await database.close();
  });

  async function expectSoundBooks(): Promise<void> {
    expect(await findBreaches(database)).toEqual([]);
  }
  const step = () => sender.step();
  const readAttempts = (payoutId: string) => lab.readAttempts([payoutId]);
  const readMessages = async () =>
    (
      await database.kysely
        .selectFrom("letter")
        .where("queue", "=", "notification")
        .select("kind")
        .where("tg_user_id", "=", anna)
        .execute()
    ).map(({ kind }) => kind);
  const readLife = async (payoutId: string) =>
    (await callAs(lab.app, payouts, anna, { query: { payoutId, limit: 1 } })).items[0]?.life;
  /** Later than any pause of the sender. */
  const wait = () => lab.app.clock.advance(MINUTE_MS + 1);
  const finish = (payoutId: string) => lab.finish(sender, [payoutId]);
  const mineFee = (gwei: number) => lab.anvil.call("anvil_setNextBlockBaseFeePerGas", [toQuantity(gwei * 1e9)]);

  it("pays what was agreed: queued, sending, confirming, paid", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    expect(await lab.readStatus(payoutId)).toBe("queued");
    expect(await readLife(payoutId)).toMatchObject({ history: [{ state: "queued" }], next: { state: "sending" } });
    await step();
    expect(await lab.readStatus(payoutId)).toBe("sending");
    await lab.mine(1);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("confirming");
    await lab.mine(2);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "paid" });
    const life = await readLife(payoutId);
    expect(life?.history.map(({ state }) => state)).toEqual(["queued", "sending", "confirming", "paid"]);
    expect(life?.history.every((known) => known.at !== null)).toBe(true);
    expect(life?.next).toBeNull();
    expect(await lab.readArrived(payoutId)).toBe(NET);
    expect(await lab.readBalance(anna)).toBe(parseEther("1.5"));
    expect(await readMessages()).toContain("payoutPaid");
    await lab.mine(3);
    expect(lab.logged).toEqual([]);
  });

  it("displaces a transaction that no block takes, under the same number", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    await mineFee(9);
    await lab.anvil.mine(1);
    await mineFee(9);
    wait();
    await step();
    const attempts = await readAttempts(payoutId);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]?.sequence).toBe(attempts[0]?.sequence);
    await finish(payoutId);
    expect(await lab.readArrived(payoutId)).toBe(NET);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("does not believe one endpoint alone that a payout has landed", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    const [attempt] = await readAttempts(payoutId);
    await lab.anvil.call("anvil_dropAllTransactions", []);
    const [liar] = lab.endpoints;
    liar.lie = async ({ method, params }, honest, ask) => {
      if (method !== "eth_getTransactionReceipt" || params[0] !== attempt?.tx_hash) return honest;
      const block = (await ask("eth_getBlockByNumber", ["0x1", false])) as { hash: string };
      const fields = { transactionHash: params[0], blockNumber: "0x1", blockHash: block.hash };
      return { result: { ...fields, status: "0x1", gasUsed: "0x5208", effectiveGasPrice: "0x1" } };
    };
    await lab.mine(4);
    await step();
    expect(await lab.readStatus(payoutId)).not.toBe("paid");
    liar.lie = null;
    lab.app.clock.advance(20_000);
    await finish(payoutId);
    expect(await lab.readArrived(payoutId)).toBe(NET);
  });

  it("takes a transaction of the same money, sped up by hand, for the payout itself", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    const { to_address: to } = await lab.read(payoutId);
    await step();
    await lab.anvil.call("anvil_dropAllTransactions", []);
    await lab.anvil.pay(lab.treasury, to, NET);
    await lab.mine(3);
    await step();
    await step();
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(NET);
  });

  it("gives the money back, less the fee that is gone, when the wallet's code refuses it", async () => {
    const refuser = Wallet.createRandom().address;
    const payoutId = await lab.queue(anna, GROSS, refuser);
    await step();
    // revert(0, 0)
    await lab.anvil.call("anvil_setCode", [refuser, "0x60006000fd"]);
    await finish(payoutId);
    const payout = await lab.read(payoutId);
    expect(payout.status).toBe("returned");
    expect(payout.spent_base).toBeGreaterThan(0n);
    expect(await lab.readBalance(anna)).toBe(parseEther("2") - (payout.spent_base ?? 0n));
    expect(await readMessages()).toContain("payoutRefused");
    const [shown] = (await callAs(lab.app, payouts, anna, { query: { payoutId, limit: 1 } })).items;
    expect(shown?.life?.history.map(({ state }) => state)).toEqual(["queued", "sending", "confirming", "returned"]);
    expect(shown).toMatchObject({
      returnedAmount: formatEther(GROSS - (payout.spent_base ?? 0n)),
      lostFee: formatEther(payout.spent_base ?? 0n),
    });
  });

  it("takes no endpoint's word alone for the price: nothing is offered until both tell the same", async () => {
    const [liar] = lab.endpoints;
    const tip = toQuantity(parseEther("0.001") / 60_000n);
    const reward = Array.from({ length: 5 }, () => [tip]);
    liar.lie = ({ method }, honest) =>
      method === "eth_feeHistory" ? { result: { ...(honest.result as object), reward } } : honest;
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("queued");
    liar.lie = null;
    await finish(payoutId);
    const { status, spent_base: spentBase } = await lab.read(payoutId);
    expect(status).toBe("paid");
    expect((spentBase ?? 0n) - NET).toBeLessThan(AGREED_FEE_BASE / 10n);
  });

  it("pays an address whose account costs more to make than any contract may use", async () => {
    const fresh = Wallet.createRandom().address;
    for (const endpoint of lab.endpoints) {
      endpoint.lie = ({ method }, honest) => (method === "eth_estimateGas" ? { result: toQuantity(204_600) } : honest);
    }
    const prepare = () => requireNonceRoute(lab.chain).prepare({ to: fresh, amountBase: NET });
    const offered = (await prepare())?.offer.offeredBase ?? 0n;
    for (const endpoint of lab.endpoints) endpoint.lie = null;
    const plain = (await prepare())?.offer.offeredBase ?? 0n;
    expect(offered).toBeGreaterThan(plain * 9n);
    // The same estimate for an address with code is a receiver that takes no plain transfer.
    await lab.anvil.call("anvil_setCode", [fresh, "0x00"]);
    for (const endpoint of lab.endpoints) {
      endpoint.lie = ({ method }, honest) => (method === "eth_estimateGas" ? { result: toQuantity(204_600) } : honest);
    }
    expect(await prepare()).toBeNull();
  });

  // The last one: it replaces the treasury.
  it("credits what still arrives at a former address, and counts what both hold", async () => {
    const key = `0x${"8".repeat(64)}`;
    const config = {
      endpoints: lab.endpoints.map(({ url }) => ({ url, apiKey: null })),
      treasuryAddress: computeAddress(key),
      oldTreasuryAddresses: [lab.treasury.address],
      confirmations: lab.chain.confirmations,
      explorerTx: null,
      signer: createKeySigner(key),
    };
    const next = await createChain(ETHEREUM, config, silentLogger);
    const watcher = new TestWatcher(lab.app, next);
    await lab.anvil.pay(new Wallet(`0x${anna.toString(16).padStart(64, "3")}`), lab.treasury.address, GROSS);
    await lab.anvil.mine(4);
    await watcher.poll();
    expect(await lab.readBalance(anna)).toBe(parseEther("2.5"));
    const held = await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"]);
    expect((await readComparison(database.kysely, "eth"))?.heldBase).toBe(BigInt(String(held)));
  });
});
