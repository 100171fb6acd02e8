import { parseEther, toQuantity } from "ethers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import { carryOutCommand } from "./carryOutCommand.ts";

const ANNA = 80n;
const GROSS = parseEther("0.3");
const AGREED_GWEI = Number(AGREED_FEE_BASE / 21_000n) / 1e9;

let database: Database;
let lab: PayoutLab;

beforeEach(async () => {
  database = await openTestDatabase();
  lab = await startPayoutLab(database, "dear");
  await lab.deposit(ANNA, parseEther("2"));
});
afterEach(async () => {
  await lab.stop();
  await database.close();
});

async function mineFee(gwei: number): Promise<void> {
  await lab.anvil.call("anvil_setNextBlockBaseFeePerGas", [toQuantity(Math.floor(gwei * 1e9))]);
  await lab.anvil.mine(1);
}
/** Coins that belong to nobody; the base fee stays what it is. */
async function bringSurplus(gwei: number): Promise<void> {
  const held = BigInt(String(await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"])));
  await lab.setTreasury(held + parseEther("0.1"));
  await mineFee(gwei);
  await lab.mine(4);
  // Books and chain are compared up to where payouts are followed.
  await lab.createSender().step();
  await lab.mine(1);
}
const findKinds = async () => (await findAlarms(lab.app, [], 0)).map(({ kind }) => kind);
const raise = (payout: string, amount: string, isDryRun = false) =>
  carryOutCommand({ ...lab.app, reachChain: async () => lab.chain }, "raise-fee", {
    operator: "ann",
    reason: "ticket 9",
    isDryRun,
    values: { payout, amount },
  });

it("tells of a payout that no agreed fee moves, and lets an operator pay more for it", async () => {
  const payoutId = await lab.queue(ANNA, GROSS);
  await expect(raise(payoutId, "0.02")).rejects.toThrow("waits for no block: it is queued");
  const sender = lab.createSender();
  await sender.step();
  await mineFee(100);
  await mineFee(100);
  lab.app.clock.advance(61_000);
  await sender.step();
  expect(await findKinds()).toContain("feeShort");

  await expect(raise(payoutId, "0.02")).rejects.toThrow("the surplus is 0 eth");
  await bringSurplus(100);
  await expect(raise(payoutId, "much")).rejects.toThrow("--amount must be an amount like 0.5.");
  expect(await raise(payoutId, "0.02", true)).toMatchObject({ isDone: false, isRepeat: false });
  const results = await Promise.all([raise(payoutId, "0.02"), raise(payoutId, "0.02")]);
  expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
  expect(await raise(payoutId, "0.01")).toMatchObject({ isDone: false, isRepeat: true });

  await mineFee(100);
  await sender.step();
  expect(await findKinds()).not.toContain("feeShort");
  await mineFee(100);
  for (let round = 0; round < 5; round += 1) {
    await sender.step();
    await lab.mine(1);
  }
  const payout = await lab.read(payoutId);
  expect(payout.status).toBe("paid");
  expect(payout.spent_base).toBeGreaterThan(GROSS);
  expect(await lab.readArrived(payoutId)).toBe(GROSS - AGREED_FEE_BASE);
  await lab.mine(4);
  expect(await findBreaches(database)).toEqual([]);
});

it("names an amount that is enough to displace the transaction, though the network asks for little more", async () => {
  await bringSurplus(1);
  const payoutId = await lab.queue(ANNA, GROSS);
  // The offer is twice the base fee and a tip: nearly what was agreed, then a little more than that.
  await mineFee(AGREED_GWEI * 0.48);
  const sender = lab.createSender();
  await sender.step();
  await lab.anvil.call("anvil_dropAllTransactions", []);
  await mineFee(AGREED_GWEI * 0.5);
  lab.app.clock.advance(61_000);
  await sender.step();
  const found = (await findAlarms(lab.app, [], 0)).find(({ kind }) => kind === "feeShort");
  const [, amount = ""] = /(\d+\.\d+) eth/.exec(found?.details ?? "") ?? [];
  await raise(payoutId, amount);
  await sender.step();
  const attempts = await database.kysely
    .selectFrom("payout_attempt")
    .select("max_fee_base")
    .where("payout_id", "=", payoutId)
    .orderBy("attempt")
    .execute();
  expect(attempts).toEqual([{ max_fee_base: expect.any(BigInt) }, { max_fee_base: parseEther(amount) }]);
  expect(await findKinds()).not.toContain("feeShort");
});

it("takes the alarm back when the network asks for less", async () => {
  const payoutId = await lab.queue(ANNA, GROSS);
  const sender = lab.createSender();
  await sender.step();
  await lab.anvil.call("anvil_dropAllTransactions", []);
  await mineFee(AGREED_GWEI);
  lab.app.clock.advance(61_000);
  await sender.step();
  expect(await findKinds()).toContain("feeShort");
  await mineFee(1);
  await sender.step();
  expect(await lab.readStatus(payoutId)).toBe("sending");
  expect(await findKinds()).not.toContain("feeShort");
});
