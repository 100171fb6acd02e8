import { beginCell, type Cell, toNano } from "@ton/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { watchStrays } from "#server/deposits/strays.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import type { TonLabWallet } from "#tests/support/chains/tonLab.ts";
import type { UsdtLab } from "#tests/support/chains/usdtLab.ts";
import { startFuelledLab } from "#tests/support/chains/usdtTreasury.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";

const GAS = toNano("0.1");
/** What carries much text costs more. */
const MUCH_GAS = toNano("5");
/** 32 kB, one cell below the other; the sandbox's own stack takes no more than some hundreds. */
const MANY_CELLS = 250;
const BATCH = 10;

let desk: ChainDesk<UsdtLab>;
let eve: TonLabWallet;

beforeAll(async () => {
  desk = await ChainDesk.open("attacks on orders of USDT", startFuelledLab);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.begin();
  eve = await desk.lab.createWallet();
});

/** A comment over so many cells, each at its fullest. */
function writeLongComment(cells: number): Cell {
  let tail: Cell | null = null;
  for (let left = cells; left > 0; left -= 1) {
    const cell = beginCell();
    if (left === 1) cell.storeUint(0, 32);
    cell.storeBuffer(Buffer.alloc(left === 1 ? 120 : 127, 0x78));
    if (tail !== null) cell.storeRef(tail);
    tail = cell.endCell();
  }
  if (tail === null) throw new Error("no cells");
  return tail;
}

/** Where the first two wait for each other; whoever comes later passes. */
function createMeeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    came += 1;
    if (came === 2) resolve();
    return promise;
  };
}

async function expectSoundBooks(): Promise<void> {
  expect(desk.alarms).toEqual([]);
  expect(await findBreaches(desk.database)).toEqual([]);
}

test("two processes that sign the same batch at once pay everybody once", async () => {
  // Enough to pay everybody twice.
  await desk.fill(3n * desk.lab.grossBase);
  const payoutIds: string[] = [];
  for (let place = 0; place < BATCH; place += 1) payoutIds.push(await desk.queue(desk.lab.grossBase / BigInt(BATCH)));
  const route = requireExpiryRoute(desk.chain);
  const meet = createMeeting();
  const prepare = async (group: Parameters<typeof route.prepare>[0]) => {
    await meet();
    return route.prepare(group);
  };
  const senders = [1, 2].map(() => desk.createSender({ ...desk.chain, payouts: { ...route, prepare } }));
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(senders.map((sender) => sender.step()));
    await desk.advance(1);
  }
  await desk.finish(...payoutIds);
  expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
  expect(await desk.readAttempts(...payoutIds)).toHaveLength(BATCH);
  await expectSoundBooks();
});

test("who pays by another's comment pays the other's order, and gets nothing for it", async () => {
  const orderId = await desk.send(desk.anna);
  const reference = await desk.readReference(orderId);
  await desk.prove(desk.bo, desk.bosWallet);
  const bosOrder = await desk.send(desk.bo);
  await desk.pay(desk.bosWallet, "0.05", reference);
  await desk.advance(6);
  expect([await desk.readStatus(orderId), await desk.readStatus(bosOrder, desk.bo)]).toEqual([
    "paid",
    "awaitingPayment",
  ]);
  // The comment names its person still, whoever writes it.
  await desk.pay(eve, "0.05", reference);
  await desk.pay(desk.bosWallet, "0.05", reference);
  await desk.advance(6);
  expect([await desk.balanceOf(desk.anna), await desk.balanceOf(desk.bo)]).toEqual([2n * desk.toBase("0.05"), 0n]);
  expect(await desk.readStatus(bosOrder, desk.bo)).toBe("awaitingPayment");
  await expectSoundBooks();
});

test("a comment of 32 kB holds up nobody, and the money is its sender's", async () => {
  const { usdt, treasury, chain } = desk.lab;
  const anna = desk.annasWallet as TonLabWallet;
  chain.fund(anna.wallet.contract.address, toNano(100), anna.wallet.contract.init);
  const owner = anna.wallet.contract.address;
  const payload = writeLongComment(MANY_CELLS);
  const body = writeTransfer({ amountBase: desk.toBase("0.05"), to: treasury.address, answerTo: owner, payload });
  await anna.send({ to: usdt.locate(owner), amountBase: MUCH_GAS, bounce: true, body });
  await desk.prove(desk.bo, desk.bosWallet);
  const orderId = await desk.send(desk.bo);
  const { reference } = await desk.readOrder(orderId, desk.bo);
  await desk.pay(eve, "0.05", reference);
  await desk.advance(8);
  expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));
  expect(await desk.readStatus(orderId, desk.bo)).toBe("paid");
  await expectSoundBooks();
});

test("an order that is paid at the treasury of Gram stays unpaid, and its person is told", async () => {
  const { usdt, gramTreasury } = desk.lab;
  await watchStrays.run(desk.app, new AbortController().signal);
  const orderId = await desk.send(desk.anna);
  const reference = (await desk.readReference(orderId)) ?? "";
  const anna = desk.annasWallet as TonLabWallet;
  const owner = anna.wallet.contract.address;
  const payload = beginCell().storeUint(0, 32).storeStringTail(reference).endCell();
  const body = writeTransfer({ amountBase: desk.toBase("0.05"), to: gramTreasury, answerTo: owner, payload });
  await anna.send({ to: usdt.locate(owner), amountBase: GAS, bounce: true, body });
  await desk.advance(6);
  await watchStrays.run(desk.app, new AbortController().signal);
  expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
  expect(await desk.balanceOf(desk.anna)).toBe(0n);
  const strays = await desk.database.kysely.selectFrom("stray_transfer").selectAll().execute();
  expect(strays).toMatchObject([{ coin_type: "usdt", amount_base: desk.toBase("0.05"), reference }]);
  const told = await desk.database.kysely
    .selectFrom("letter")
    .select("taker")
    .where("kind", "=", "strayMoney")
    .execute();
  expect(told).toEqual([{ taker: String(desk.anna) }]);
  await expectSoundBooks();
});
