import { formatEther, parseEther, toQuantity, Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Scanner } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { BookComparer } from "#server/deposits/bookComparer.ts";
import { ChainWatcher } from "#server/deposits/chainWatcher.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import { callAs } from "#tests/support/story.ts";
import { requireNonceRoute } from "#tests/support/payoutRoutes.ts";
import { cancelPayout } from "./cancel.ts";
import { isFollowed } from "./book.ts";
import { readReturnedBase } from "./payoutRow.ts";
import type { PayoutSender } from "./payoutSender.ts";
import { payouts } from "./payouts.ts";

const GROSS = parseEther("0.5");
const NET = GROSS - AGREED_FEE_BASE;
const MINUTE_MS = 60_000;
const LONGEST_UNCOMPARED_MS = 15 * MINUTE_MS;

describe("the sender of payouts", () => {
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
  const listAlarms = async () => (await findAlarms(lab.app, [], 0)).map(({ kind }) => kind);
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

  it("signs nothing while the clock is off, by which limits have room, and follows what is signed", async () => {
    const { clockGuard } = lab.app;
    lab.app.clockGuard = { ...clockGuard, readTrustedTime: async () => null };
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("queued");
    lab.app.clockGuard = clockGuard;
    await lab.finish(sender, [payoutId]);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("says up to where payouts are booked, and no further than the first that is not", async () => {
    const { coinType } = lab.chain;
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    await lab.mine(4);
    const { settled_position: final } = await database.kysely
      .selectFrom("chain_cursor")
      .select("settled_position")
      .where("coin_type", "=", coinType)
      .executeTakeFirstOrThrow();
    expect(await isFollowed(database.kysely, coinType, final)).toBe(false);
    const [liar] = lab.endpoints;
    liar.lie = ({ method }, honest) =>
      method === "eth_getTransactionReceipt" ? { result: { ...(honest.result as object), gasUsed: "0x5209" } } : honest;
    await step();
    expect(await isFollowed(database.kysely, coinType, final)).toBe(false);
    liar.lie = null;
    await step();
    expect(await isFollowed(database.kysely, coinType, final)).toBe(true);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("stops while the endpoints disagree for long on what the treasury holds, and goes on by itself", async () => {
    const [liar] = lab.endpoints;
    liar.lie = ({ method, params }, honest) =>
      method === "eth_getBalance" && params[1] !== "latest"
        ? { result: toQuantity(BigInt(String(honest.result)) - 1n) }
        : honest;
    const before = await lab.queue(anna, GROSS);
    await lab.mine(1);
    await step();
    expect(await lab.readStatus(before)).toBe("sending");
    lab.app.clock.advance(LONGEST_UNCOMPARED_MS);
    await lab.mine(1);
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
    expect(await listAlarms()).toContain("booksUncompared");
    // Another process, or this one after a restart.
    await new TestWatcher(lab.app, lab.chain).poll();
    lab.app.clock.advance(MINUTE_MS);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("held");
    liar.lie = null;
    await lab.mine(2);
    await step();
    await lab.mine(1);
    expect(await listAlarms()).not.toContain("booksUncompared");
    lab.app.clock.advance(MINUTE_MS);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("sending");
  });

  it("stops while the chain is read for long, as toward a head that an endpoint has invented", async () => {
    const nothing = () => {};
    let reads = 0;
    const books = new BookComparer(lab.app, lab.chain);
    const scanner: Scanner = {
      async read(settled) {
        await books.step();
        if ((await listAlarms()).includes("booksUncompared")) throw new Error("stopped");
        if ((reads += 1) > 20) throw new Error("paid on");
        lab.app.clock.advance(MINUTE_MS);
        const [first, last] = [settled + 1n, settled + 2n];
        return { kind: "part", first, last, head: 1n << 40n, transfers: [], unread: [], final: settled, hasMore: true };
      },
      commit: nothing,
      readRef: () => null,
      invalidateHead: nothing,
      reset: nothing,
    };
    const watcher = new ChainWatcher(lab.app, { ...lab.chain, createScanner: () => scanner }, books);
    await expect(watcher.poll()).rejects.toThrow("stopped");
    await lab.anvil.mine(2);
    const honest = new TestWatcher(lab.app, lab.chain);
    await honest.poll();
    await step();
    await honest.poll();
    expect(await listAlarms()).not.toContain("booksUncompared");
  });

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

  it("pays several at once, each once", async () => {
    const payoutIds = [await lab.queue(anna, GROSS), await lab.queue(anna, GROSS), await lab.queue(anna, GROSS)];
    await step();
    await lab.mine(3);
    await step();
    for (const payoutId of payoutIds) expect(await lab.readArrived(payoutId)).toBe(NET);
    expect(await Promise.all(payoutIds.map((payoutId) => lab.readStatus(payoutId)))).toEqual(["paid", "paid", "paid"]);
  });

  it("sends the same bytes again when an endpoint took them and answered nothing", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    for (const endpoint of lab.endpoints) {
      endpoint.lie = ({ method }, honest) => {
        if (method === "eth_sendRawTransaction") throw new Error("the line is cut");
        return honest;
      };
    }
    await step();
    expect(await lab.readStatus(payoutId)).toBe("sending");
    for (const endpoint of lab.endpoints) endpoint.lie = null;
    wait();
    await finish(payoutId);
    expect(await readAttempts(payoutId)).toHaveLength(1);
    expect(await lab.readArrived(payoutId)).toBe(NET);
  });

  it("sends again what the nodes have dropped", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    await lab.anvil.call("anvil_dropAllTransactions", []);
    lab.app.clock.advance(20_000);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(NET);
  });

  it("keeps confirming when a reorganisation drops the block, and sends the same bytes again", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    await lab.mine(1);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("confirming");
    await lab.anvil.dropBlocks(1);
    await lab.anvil.call("anvil_dropAllTransactions", []);
    lab.app.clock.advance(20_000);
    await step();
    expect(await lab.readStatus(payoutId)).toBe("confirming");
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await readAttempts(payoutId)).toHaveLength(1);
    expect(await lab.readArrived(payoutId)).toBe(NET);
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

  it("holds a payout while the network asks for more than was agreed, and pays it when the fee has fallen", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await mineFee(3_000);
    await lab.anvil.mine(1);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "fee" });
    expect(await readMessages()).toContain("payoutHeld");
    await mineFee(1);
    await lab.anvil.mine(1);
    wait();
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("ignores one endpoint's inflated nonce", async () => {
    const [liar] = lab.endpoints;
    liar.lie = ({ method }, honest) =>
      method === "eth_getTransactionCount" ? { result: toQuantity(BigInt(String(honest.result)) + 40n) } : honest;
    const payoutId = await lab.queue(anna, GROSS);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await readAttempts(payoutId)).toHaveLength(1);
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

  it("gives a payout another number once a stranger's transaction has its number for good", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    await lab.anvil.call("anvil_dropAllTransactions", []);
    // Whoever holds the key spends by hand.
    await lab.anvil.pay(lab.treasury, Wallet.createRandom().address, 1n);
    await lab.mine(1);
    await step();
    expect(await readAttempts(payoutId)).toHaveLength(1);
    await lab.mine(3);
    await step();
    expect(lab.logged).toContain("a transaction that this server did not sign has left the treasury");
    // The books miss what was spent by hand; a gift brings it back.
    await lab.setTreasury(parseEther("100"));
    await lab.mine(4);
    wait();
    await finish(payoutId);
    expect(await readAttempts(payoutId)).toHaveLength(2);
    expect(await lab.readArrived(payoutId)).toBe(NET);
    expect(await lab.readStatus(payoutId)).toBe("paid");
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

  it("gives back what was to arrive when the network took more than was agreed to", () => {
    const agreed = { gross_base: 100n, fee_base: 10n };
    expect(readReturnedBase(agreed, 0n)).toEqual({ backBase: 100n, lostBase: 0n });
    expect(readReturnedBase(agreed, 4n)).toEqual({ backBase: 96n, lostBase: 4n });
    expect(readReturnedBase(agreed, 25n)).toEqual({ backBase: 90n, lostBase: 10n });
  });

  it("holds what the treasury cannot cover, and pays it once the treasury is filled", async () => {
    const payoutId = await lab.queue(anna, GROSS);
    const held = BigInt(String(await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"])));
    await lab.setTreasury(parseEther("0.1"));
    await lab.anvil.mine(1);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "treasury" });
    await lab.setTreasury(held);
    await lab.mine(4);
    wait();
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("pays nothing while money is missing", async () => {
    const held = BigInt(String(await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"])));
    await lab.setTreasury(held - parseEther("0.2"));
    await lab.mine(4);
    const payoutId = await lab.queue(anna, GROSS);
    await step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
    await lab.setTreasury(held);
    await lab.mine(4);
    wait();
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("leaves what is above a person's daily limit to an operator", async () => {
    await lab.deposit(anna, parseEther("20"));
    const payoutId = await lab.queue(anna, parseEther("10.5"));
    const small = await lab.queue(anna, GROSS);
    await finish(small);
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "limit" });
    expect(await lab.readStatus(small)).toBe("paid");
    wait();
    await step();
    expect(await lab.readStatus(payoutId)).toBe("held");
  });

  it("pays or gives back when a cancel races the sender, never both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const payoutId = await lab.queue(anna, parseEther("0.1"));
      const [, cancelled] = await Promise.all([
        step(),
        callAs(lab.app, cancelPayout, anna, { body: { payoutId } }).then(
          () => true,
          () => false,
        ),
      ]);
      await finish(payoutId);
      const isPaid = (await lab.readStatus(payoutId)) === "paid";
      expect(isPaid).toBe(!cancelled);
      expect(await lab.readArrived(payoutId)).toBe(isPaid ? parseEther("0.1") - AGREED_FEE_BASE : 0n);
    }
  });

  it("pays the others while one cannot be followed", async () => {
    const stuck = await lab.queue(anna, GROSS);
    await step();
    const [attempt] = await readAttempts(stuck);
    for (const endpoint of lab.endpoints) {
      endpoint.lie = ({ method, params }, honest) =>
        method === "eth_getTransactionReceipt" && params[0] === attempt?.tx_hash ? { result: "nonsense" } : honest;
    }
    const other = await lab.queue(anna, GROSS);
    for (let round = 0; round < 5; round += 1) {
      await step();
      await lab.mine(1);
    }
    expect(await lab.readStatus(other)).toBe("paid");
    expect(await lab.readStatus(stuck)).toBe("sending");
    for (const endpoint of lab.endpoints) endpoint.lie = null;
    await finish(stuck);
    expect(await lab.readStatus(stuck)).toBe("paid");
  });

  it("pays those behind many that cannot be prepared, and these too once they can", async () => {
    await lab.deposit(anna, parseEther("20"));
    const poison = Wallet.createRandom().address;
    const stuck: string[] = [];
    for (let count = 0; count < 60; count += 1) stuck.push(await lab.queue(anna, parseEther("0.05"), poison));
    const [liar] = lab.endpoints;
    // One endpoint's word on the gas of one receiver is not that of the other.
    liar.lie = ({ method, params }, honest) => {
      const [asked] = params as [{ to?: string }];
      return method === "eth_estimateGas" && asked.to === poison ? { result: toQuantity(400_000) } : honest;
    };
    const other = await lab.queue(anna, GROSS);
    await finish(other);
    expect(await lab.readStatus(other)).toBe("paid");
    expect(await Promise.all(stuck.map((payoutId) => lab.readStatus(payoutId)))).not.toContain("sending");
    liar.lie = null;
    await lab.finish(sender, stuck);
    expect(new Set(await Promise.all(stuck.map((payoutId) => lab.readStatus(payoutId))))).toEqual(new Set(["paid"]));
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

  it("pays once with two processes at work", async () => {
    const other = lab.createSender();
    const payoutIds = [await lab.queue(anna, GROSS), await lab.queue(anna, GROSS)];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([step(), other.step()]);
      await lab.mine(1);
    }
    await step();
    for (const payoutId of payoutIds) {
      expect(await lab.readStatus(payoutId)).toBe("paid");
      expect(await lab.readArrived(payoutId)).toBe(NET);
      expect(await readAttempts(payoutId)).toHaveLength(1);
    }
  });
});
