import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { addState, clearState, readState } from "#server/db/jobState.ts";
import { openWaiting } from "#server/envelopes/life/openEnvelopes.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { expireOrders } from "#server/deposits/expireOrders.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { PaymentDesk } from "#tests/support/paymentDesk.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { type ModelLab, startModelLab } from "./modelLab.ts";

const SHORTFALL = "the treasury holds less than the books: sends, openings and payouts stop";
/** ORDER_TTL_S and ORDER_GRACE_S together. */
const OVER_MS = 45 * 60_000;

let desk: PaymentDesk<ModelLab>;
let missing: ReturnType<typeof nameMissing>;

beforeAll(async () => {
  desk = await PaymentDesk.open("missing money", startModelLab);
  missing = nameMissing(desk.lab.coinType);
});
beforeEach(() => desk.begin());
afterEach(async () => {
  await requireSoundBooks(desk.database);
});
afterAll(() => desk.stop());

it("stops sends while it lasts, and each change is logged once", async () => {
  const readMissing = () => readState(desk.database.kysely, missing);
  const stolen = desk.toBase("0.001");
  await desk.pay(desk.bosWallet, "0.01");
  await desk.advance(4);
  desk.lab.steal(stolen);
  await desk.advance(4);
  expect(await readMissing()).toBe(String(stolen));
  expect(desk.alarms).toEqual([SHORTFALL]);
  await expect(desk.send(desk.anna)).rejects.toMatchObject({ key: "serviceUnavailable" });
  // A transfer adds to both sides.
  await desk.pay(desk.bosWallet, "0.01");
  await desk.advance(3);
  expect(await readMissing()).toBe(String(stolen));
  // Nobody can tell what it is, so it is in the treasury and in no book.
  await desk.bosWallet.payUnreadably(stolen);
  await desk.advance(4);
  expect(await readMissing()).toBeNull();
  expect(desk.alarms.filter((message) => message === SHORTFALL)).toHaveLength(1);
});

it("opens no envelope while it lasts, and each once when it is back", async () => {
  const orderId = await desk.send(desk.anna);
  await addState(desk.database.kysely, missing, "1");
  // Prevents the comparison with this chain from clearing the mark.
  desk.watcher = new TestWatcher(desk.app, { ...desk.chain, readTreasury: async () => null });
  await desk.pay(desk.annasWallet, "0.06");
  await desk.advance(4);
  expect(await desk.readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: desk.toCoins("0.05") });
  expect(await desk.readEnvelopeStatus(orderId)).toBe("awaitingPayment");
  expect(await desk.readAccount(`order:${orderId}`)).toBe(desk.toBase("0.05"));
  expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.01"));
  await expect(desk.cancel(orderId)).rejects.toMatchObject({ key: "orderNotPayable" });
  desk.app.clock.advance(OVER_MS);
  await desk.advance(4);
  await expireOrders(desk.app);
  expect(await desk.readEnvelopeStatus(orderId)).toBe("awaitingPayment");
  expect(await findBreaches(desk.database)).toEqual([
    expect.stringContaining("the treasury held what the books say when they were last compared with the chain"),
  ]);

  await clearState(desk.database.kysely, missing);
  const { coinType } = desk.lab;
  await Promise.all([openWaiting(desk.app, coinType), desk.watcher.poll(), openWaiting(desk.app, coinType)]);
  expect(await desk.readEnvelopeStatus(orderId)).toBe("open");
  expect(await desk.readAccount(`order:${orderId}`)).toBe(0n);
});

it("what both hosts leave out is looked for again before it is nobody's, and pays its order", async () => {
  await desk.pay(desk.bosWallet, "0.01");
  await desk.advance(4);
  const orderId = await desk.send(desk.anna);
  const txHash = await desk.pay(desk.annasWallet, "0.05", await desk.readReference(orderId));
  for (const endpoint of desk.lab.endpoints) endpoint.setLie({ kind: "leftOut", txId: txHash });
  await desk.lab.advance(1);
  const { position: paidAt } = await desk.chain.readHead();
  const readTreasury: Chain["readTreasury"] = (position, since) => {
    if (position >= paidAt) makeHonest(desk.lab);
    return desk.chain.readTreasury(position, since);
  };
  const before = await desk.readAccount(ACCOUNTS.unmatched(desk.lab.coinType));
  await desk.advance(6, new TestWatcher(desk.app, { ...desk.chain, readTreasury }));
  expect(await desk.readTransfers(txHash)).toEqual([[desk.toBase("0.05"), "order"]]);
  expect(await desk.readStatus(orderId)).toBe("paid");
  expect(await desk.readAccount(ACCOUNTS.unmatched(desk.lab.coinType))).toBe(before);
  expect(desk.alarms).toEqual([]);
});
