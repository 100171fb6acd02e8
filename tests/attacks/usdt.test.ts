import { beginCell, comment, toNano } from "@ton/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUsdt } from "#devnet/ton/usdt/usdt.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { OPCODES, writeInternalTransfer, writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import type { TonLabWallet } from "#tests/support/chains/tonLab.ts";
import type { TonPayment } from "#tests/support/chains/tonWallet.ts";
import { startUsdtLab, type UsdtLab } from "#tests/support/chains/usdtLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";

/** More than one reading takes. */
const RUBBISH = 1_200;
const MESSAGES_OF_ONE = 4;
const GAS = toNano("0.05");
const MUCH = 1_000_000_000n;

let desk: ChainDesk<UsdtLab>;
let eve: TonLabWallet;

beforeAll(async () => {
  desk = await ChainDesk.open("attacks on USDT", startUsdtLab);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.begin();
  eve = await desk.lab.createWallet();
  desk.lab.chain.fund(eve.wallet.contract.address, toNano(10_000), eve.wallet.contract.init);
});

/** Sends many messages at once, a few by each of the wallet's own. */
async function flood(payments: readonly TonPayment[]): Promise<void> {
  for (let first = 0; first < payments.length; first += MESSAGES_OF_ONE) {
    await eve.send(...payments.slice(first, first + MESSAGES_OF_ONE));
  }
}

/** Mines blocks until a transfer is settled; returns how many it took. */
async function countLooks(txHash: string): Promise<number> {
  for (let looks = 1; looks <= 40; looks += 1) {
    await desk.advance(1);
    const [transfer] = await desk.readTransfers(txHash);
    if (transfer?.[1] !== null && transfer !== undefined) return looks;
  }
  throw new Error("it is not settled");
}

test("rubbish for the treasury's jetton wallet hides no payment, is nobody's, and holds it up for no more than some looks", async () => {
  const { usdt, treasury } = desk.lab;
  const to = usdt.locate(treasury.address);
  const { address } = eve.wallet.contract;
  const rubbish = [
    comment("hello"),
    writeInternalTransfer(MUCH, address),
    writeInternalTransfer(MUCH, null),
    beginCell().storeUint(OPCODES.internalTransfer, 32).endCell(),
    beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 9)).endCell({ exotic: true }),
    beginCell().storeUint(OPCODES.notification, 32).storeUint(0, 64).storeCoins(MUCH).storeAddress(address).endCell(),
  ];
  await flood(
    Array.from({ length: RUBBISH }, (_, place) => {
      const body = rubbish[place % rubbish.length];
      return { to, amountBase: toNano("0.01"), bounce: true, ...(body === undefined ? {} : { body }) };
    }),
  );
  const paid = await desk.pay(desk.annasWallet, "0.05");
  expect(await countLooks(paid)).toBeLessThanOrEqual(10);
  expect(await desk.readTransfers(paid)).toEqual([[desk.toBase("0.05"), "balance"]]);
  expect(await desk.readOutcomes(eve)).toEqual([]);
  expect(desk.alarms).toEqual([]);
  expect(await findBreaches(desk.database)).toEqual([]);
});

test("another contract's jetton wallets, of whatever owner, bring nothing", async () => {
  const { lab } = desk;
  const { address } = eve.wallet.contract;
  const fake = createUsdt(address);
  fake.deploy(lab.chain, [address, lab.treasury.address], MUCH);
  await eve.send(
    {
      to: fake.locate(address),
      amountBase: GAS,
      bounce: true,
      body: writeTransfer({ amountBase: MUCH, to: lab.treasury.address, payload: comment("mine") }),
    },
    {
      to: fake.locate(address),
      amountBase: GAS,
      bounce: true,
      body: writeTransfer({ amountBase: MUCH, to: lab.usdt.locate(lab.treasury.address) }),
    },
  );
  await desk.advance(8);
  expect(await desk.readOutcomes(eve)).toEqual([]);
  expect(await findBreaches(desk.database)).toEqual([]);
  expect(desk.alarms).toEqual([]);
});

test("crumbs are summed up, and one payment among them is credited in its turn", async () => {
  const { usdt, treasury } = desk.lab;
  const { address } = eve.wallet.contract;
  const crumb = { to: usdt.locate(address), amountBase: GAS, bounce: true };
  const body = writeTransfer({ amountBase: 1n, to: treasury.address, answerTo: address });
  await flood(Array.from({ length: 200 }, () => ({ ...crumb, body })));
  const paid = await desk.pay(desk.annasWallet, "0.05");
  expect(await countLooks(paid)).toBeLessThanOrEqual(10);
  expect(await desk.readOutcomes(eve)).toEqual([]);
  const dust = await desk.database.kysely.selectFrom("dust").selectAll().where("coin_type", "=", "usdt").execute();
  expect(dust.reduce((sum, { amount_base: base }) => sum + base, 0n)).toBe(200n);
  expect(await findBreaches(desk.database)).toEqual([]);
});
