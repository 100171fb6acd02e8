import { Address, beginCell, comment, internal, SendMode, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import type { Chain, ChainTransfer } from "#server/chains/chain.ts";
import { startTonLab, type TonLab, type TonLabWallet } from "#tests/support/chains/tonLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const REFERENCE = "0123456789ABCDEF";

describe.each([
  ["deployed", true],
  ["not deployed", false],
])("a treasury that is %s", (_, isDeployed) => {
  let lab: TonLab;
  let chain: Chain;
  let anna: TonLabWallet;
  const clock = createTestClock();

  beforeAll(async () => {
    lab = await startTonLab(clock, { isDeployed });
    chain = await lab.connect(...lab.endpoints);
    anna = await lab.createWallet();
  });
  afterEach(() => {
    for (const endpoint of lab.endpoints) endpoint.setForgotten();
  });
  afterAll(() => lab.stop());

  /** The transfers that a scan finds in the blocks that an action adds, as two endpoints list them alike. */
  async function readArrivals(act: () => Promise<unknown>): Promise<ChainTransfer[]> {
    const before = (await chain.readHead()).position;
    await act();
    await lab.advance(4);
    const scan = await chain.createScanner().read(before);
    if (scan.kind !== "part") throw new Error("nothing new");
    const { agreed, disputed } = await chain.listArrivals({ after: before, upTo: await chain.readFinal() });
    const names = (transfers: readonly ChainTransfer[]) => transfers.map((transfer) => transfer.txHash).toSorted();
    expect([names(agreed), disputed]).toEqual([names(scan.transfers), []]);
    return [...agreed];
  }

  it("gets the coins of a payment, with its comment, and the id that its wallet knows", async () => {
    let txId = "";
    const [transfer, ...others] = await readArrivals(async () => {
      txId = await anna.pay({ amountBase: toNano("0.5"), reference: REFERENCE });
    });
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({
      reportedAs: txId,
      index: 0,
      from: anna.address,
      amountBase: toNano("0.5"),
      reference: REFERENCE,
    });
  });

  it("gets one of a coin's smallest unit", async () => {
    expect(await readArrivals(() => anna.pay({ amountBase: 1_000n }))).toMatchObject([
      { amountBase: 1_000n, reference: null },
    ]);
  });

  it("reads a reference from a comment of many cells, and none from bytes that are no text", async () => {
    const tail = beginCell()
      .storeBuffer(Buffer.from(REFERENCE.slice(3)))
      .endCell();
    const split = beginCell()
      .storeUint(0, 32)
      .storeBuffer(Buffer.from(REFERENCE.slice(0, 3)))
      .storeRef(tail)
      .endCell();
    const noText = beginCell().storeUint(0, 32).storeUint(0xfffe, 16).endCell();
    const to = lab.treasury.address;
    const found = await readArrivals(() =>
      anna.send(
        { to, amountBase: 5_000n, body: split },
        { to, amountBase: 6_000n, body: noText },
        { to, amountBase: 7_000n },
      ),
    );
    expect(found.map(({ amountBase, reference }) => [amountBase, reference])).toEqual([
      [5_000n, REFERENCE],
      [6_000n, null],
      [7_000n, null],
    ]);
  });

  it("finds a payment after one with an exotic cell behind the first of its comment", async () => {
    const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 1)).endCell({ exotic: true });
    const odd = beginCell().storeUint(0, 32).storeBuffer(Buffer.from(REFERENCE)).storeRef(library).endCell();
    const to = lab.treasury.address;
    const found = await readArrivals(() =>
      anna.send({ to, amountBase: 5_000n, body: odd }, { to, amountBase: 6_000n, comment: REFERENCE }),
    );
    expect(found.map(({ amountBase, reference }) => [amountBase, reference])).toEqual([
      [5_000n, null],
      [6_000n, REFERENCE],
    ]);
  });

  it("knows no id of a wallet where no endpoint finds the source, and others' as ever", async () => {
    const bo = await lab.createWallet();
    for (const endpoint of lab.endpoints) endpoint.setForgotten(anna.wallet.contract.address);
    let txId = "";
    const found = await readArrivals(async () => {
      await anna.pay({ amountBase: 5n * COINS.ton.minBase, reference: REFERENCE });
      txId = await bo.pay({ amountBase: 6n * COINS.ton.minBase });
    });
    expect(found).toMatchObject([
      { amountBase: 5n * COINS.ton.minBase, reference: REFERENCE, from: anna.address, reportedAs: null },
      { amountBase: 6n * COINS.ton.minBase, reportedAs: txId },
    ]);
  });

  it("finds a payment for which somebody else paid the fee, by its reference", async () => {
    const keys = keyPairFromSeed(Buffer.alloc(32, isDeployed ? 1 : 2));
    const payer = WalletContractV5R1.create({ publicKey: keys.publicKey, walletId: { networkGlobalId: -3 } });
    lab.chain.fund(payer.address, toNano(1), payer.init);
    const to = lab.treasury.address;
    const body = payer.createTransfer({
      authType: "internal",
      seqno: 0,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: 0xffff_fffe,
      messages: [internal({ to, value: 9_000n, bounce: false, body: comment(REFERENCE) })],
    });
    const found = await readArrivals(() => anna.send({ to: payer.address, amountBase: toNano("0.1"), body }));
    const from = payer.address.toString({ bounceable: false });
    expect(found).toMatchObject([{ from, amountBase: 9_000n, index: 0, reference: REFERENCE }]);
  });

  it.each([0, 1] as const)("agrees on a payment whose source endpoint %i alone does not find", async (place) => {
    lab.endpoints[place].setForgotten(anna.wallet.contract.address);
    const amountBase = 5n * COINS.ton.minBase;
    const found = await readArrivals(() => anna.pay({ amountBase, reference: REFERENCE }));
    expect(found).toMatchObject([{ amountBase, reportedAs: null }]);
  });

  it("keeps what is sent bounceable only where it can take it", async () => {
    const to = lab.treasury.address;
    const found = await readArrivals(() => anna.send({ to, amountBase: toNano(1), bounce: true }));
    expect(found.map(({ amountBase }) => amountBase)).toEqual(isDeployed ? [toNano(1)] : []);
  });

  it("takes the coins beside a jetton, an item and a leftover for no payment", async () => {
    const to = lab.treasury.address;
    const notice = (opcode: number) =>
      beginCell().storeUint(opcode, 32).storeUint(0, 64).storeCoins(toNano(1_000)).storeAddress(to).endCell();
    const bodies = [0x7362_d09c, 0x0513_8d91, 0xd532_76db].map((opcode) => notice(opcode));
    expect(
      await readArrivals(() => anna.send(...bodies.map((body) => ({ to, amountBase: toNano("0.05"), body })))),
    ).toEqual([]);
  });

  it("takes nothing for a payment that it did not get, nor what its own wallet sends to itself", async () => {
    const somebody = new Address(0, Buffer.alloc(32, 9));
    expect(
      await readArrivals(() => anna.send({ to: somebody, amountBase: toNano(1), body: comment(REFERENCE) })),
    ).toEqual([]);
    // The wallet skips what it cannot pay for.
    expect(await readArrivals(() => anna.pay({ amountBase: toNano(1_000_000) }))).toEqual([]);
  });

  it("holds what people paid, less what it reports as its upkeep", async () => {
    const since = await chain.readFinal();
    const before = await chain.readTreasury(since, null);
    const found = await readArrivals(() => anna.pay({ amountBase: toNano(2) }, { amountBase: toNano(3) }));
    const position = await chain.readFinal();
    const after = await chain.readTreasury(position, since);
    const paidBase = found.reduce((sum, { amountBase }) => sum + amountBase, 0n);
    expect(paidBase).toBe(toNano(5));
    expect(after?.balanceBase).toBe((before?.balanceBase ?? 0n) + paidBase - (after?.upkeepBase ?? 0n));
    expect(after?.upkeepBase).toBeGreaterThan(0n);
    expect(await chain.readTreasury(position + 1_000n, since).catch(String)).toMatch(/ChainUnavailable/);
  });

  it("holds what people paid also after it sent coins back", async () => {
    await readArrivals(() => anna.pay({ amountBase: toNano(1) }));
    const since = await chain.readFinal();
    const before = await chain.readTreasury(since, null);
    const to = lab.treasury.address;
    // Long enough that its place in the chain costs something.
    clock.advance(86_400_000);
    const found = await readArrivals(() =>
      anna.send({ to, amountBase: toNano("0.02"), bounce: true }, { to, amountBase: 7_000n }),
    );
    const keptBase = isDeployed ? toNano("0.02") + 7_000n : 7_000n;
    expect(found.reduce((sum, { amountBase }) => sum + amountBase, 0n)).toBe(keptBase);
    const after = await chain.readTreasury(await chain.readFinal(), since);
    expect(after?.upkeepBase).toBeGreaterThan(0n);
    expect(after?.balanceBase).toBe((before?.balanceBase ?? 0n) + keptBase - (after?.upkeepBase ?? 0n));
  });

  it("finds old payments step by step, each in its own block", async () => {
    const start = (await chain.readHead()).position;
    const positions: bigint[] = [];
    for (let payment = 0; payment < 5; payment += 1) {
      await anna.pay({ amountBase: BigInt(payment + 1) * COINS.ton.minBase });
      await lab.advance(1);
      positions.push((await chain.readHead()).position);
      await lab.advance(payment * 3);
    }
    const scan = await chain.createScanner().read(start);
    expect(scan.kind === "part" && scan.transfers.map(({ amountBase, position }) => [amountBase, position])).toEqual(
      positions.map((position, place) => [BigInt(place + 1) * COINS.ton.minBase, position]),
    );
  });

  it("builds payments that TON Connect takes, and knows which addresses can sign", async () => {
    const to = lab.treasury.address.toString({ bounceable: false });
    const order = { from: anna.address, to, amountBase: toNano("0.25"), reference: REFERENCE };
    const { signing, maxFeeBase } = await chain.buildPayment(order);
    const { time } = await chain.readHead();
    expect(signing).toEqual({
      kind: "ton",
      request: {
        validUntil: Number(time) / 1_000 + 300,
        network: "-3",
        from: Address.parse(anna.address).toRawString(),
        messages: [{ address: to, amount: "250000000", payload: comment(REFERENCE).toBoc().toString("base64") }],
      },
    });
    expect(maxFeeBase).toBeGreaterThan(0n);
    expect(chain.network).toEqual({ id: "tvm:-3", name: "TON (local)" });
    expect(chain.isLocal).toBe(true);
    expect(await chain.canSign(anna.address)).toBe(true);
    expect(await chain.canSign(`0:${"12".repeat(32)}`)).toBe(true);
    // A contract without a key: each of its methods throws.
    const contract = new Address(0, Buffer.alloc(32, 0x21));
    const code = beginCell().storeUint(0xff00_f20b, 32).endCell();
    lab.chain.fund(contract, toNano(1), { code, data: beginCell().endCell() });
    expect(await chain.canSign(contract.toString())).toBe(false);
    expect(chain.parsePayer(to)).toBeNull();
    expect(chain.parsePayer("EQnonsense")).toBeNull();
  });
});
