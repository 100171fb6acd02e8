import { type Address, beginCell, Cell, comment, internal, SendMode, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createUsdt } from "#devnet/ton/usdt/usdt.ts";
import { WALLET_CODE } from "#devnet/ton/usdt/code.ts";
import type { ChainTransfer } from "#server/chains/chain.ts";
import { askForJettonWallet, locateJettonWallet, readJettonWallet } from "#server/chains/usdt/jettonWallet.ts";
import { createReader } from "#server/chains/usdt/reader.ts";
import type { TonReader } from "#server/chains/ton/reader.ts";
import {
  OPCODES,
  writeBurn,
  writeInternalTransfer,
  writeOrder,
  writeStatus,
  writeTransfer,
} from "#tests/support/chains/jettonMessages.ts";
import { startTonLab, type TonLab, type TonLabWallet } from "#tests/support/chains/tonLab.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const REFERENCE = "0123456789ABCDEF";
const DOLLAR = 1_000_000n;
const GAS = toNano("0.15");
const HELD = 10_000n * DOLLAR;
const LEAST = 10_000n;

const text = (value: string) => beginCell().storeUint(0, 32).storeStringTail(value).endCell();
const tail = beginCell()
  .storeBuffer(Buffer.from(REFERENCE.slice(3)))
  .endCell();
const split = beginCell()
  .storeUint(0, 32)
  .storeBuffer(Buffer.from(REFERENCE.slice(0, 3)))
  .storeRef(tail)
  .endCell();
const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 9)).endCell({ exotic: true });

/** What a sender may write, and what is read of it. */
const PAYLOADS: readonly [string, { payload: Cell | null; isInline?: boolean }, string | null][] = [
  ["nothing", { payload: null }, null],
  ["a reference", { payload: comment(REFERENCE) }, REFERENCE],
  ["a reference in the message itself", { payload: comment(REFERENCE), isInline: true }, REFERENCE],
  ["300 letters", { payload: text("x".repeat(300)) }, "x".repeat(300)],
  ["a reference over two cells, in the message itself", { payload: split, isInline: true }, REFERENCE],
  [
    "bytes that are no text",
    { payload: beginCell().storeUint(0, 32).storeUint(0xff, 8).storeUint(0xc0ffee, 24).endCell() },
    null,
  ],
  ["an empty comment", { payload: beginCell().storeUint(0, 32).endCell() }, null],
  [
    "something encrypted",
    { payload: beginCell().storeUint(0x2167_da4b, 32).storeBuffer(Buffer.alloc(64, 7)).endCell() },
    null,
  ],
  ["an empty cell", { payload: Cell.EMPTY }, null],
  ["a library's cell", { payload: library }, null],
];
const FORWARDED: readonly [string, bigint][] = [
  ["nothing", 0n],
  ["one unit", 1n],
  ["0.05", toNano("0.05")],
];

describe("USDT at the treasury", () => {
  const clock = createTestClock();
  let lab: TonLab;
  let anna: TonLabWallet;
  let issuer: TonLabWallet;
  let readers: readonly TonReader[];
  let usdt: ReturnType<typeof createUsdt>;
  let jetton: Parameters<typeof locateJettonWallet>[0];
  let treasury: Address;

  beforeAll(async () => {
    lab = await startTonLab(clock);
    anna = await lab.createWallet();
    issuer = await lab.createWallet();
    usdt = createUsdt(issuer.wallet.contract.address);
    usdt.deploy(lab.chain, [anna.wallet.contract.address], HELD);
    treasury = lab.treasury.address;
    jetton = { master: usdt.master, walletCodeHash: Cell.fromBase64(WALLET_CODE).hash().toString("hex") };
    const context = {
      treasuries: [treasury.toString({ bounceable: false })],
      confirmations: 1,
      logger: silentLogger,
      watchCall: <Asked>(call: Asked) => call,
    } as unknown as Parameters<typeof createReader>[1];
    readers = lab.endpoints.map(({ url }) =>
      createReader({ url, apiKey: null }, context, { jetton, leastBase: LEAST, gramTreasuries: [], fuelAddresses: [] }),
    );
    await lab.advance(1);
  });
  afterEach(() => {
    for (const endpoint of lab.endpoints) endpoint.setForgotten();
  });
  afterAll(() => lab.stop());

  /** What both endpoints list of the blocks that an action adds; the treasury's balance has grown by what it brought. */
  async function readArrivals(act: () => Promise<unknown>): Promise<readonly ChainTransfer[]> {
    const after = lab.chain.readHead().seqno;
    await act();
    await lab.advance(8);
    const upTo = lab.chain.readHead().seqno;
    const [first, second] = await Promise.all(readers.map((reader) => reader.readRange({ after, upTo })));
    expect(second).toEqual(first);
    expect(first).toMatchObject({ unread: [], last: upTo });
    return first?.transfers ?? [];
  }

  const own = () => usdt.locate(anna.wallet.contract.address);
  const order = (transfer: Partial<Parameters<typeof writeTransfer>[0]>) => ({
    to: own(),
    amountBase: GAS,
    bounce: true,
    body: writeTransfer({ amountBase: DOLLAR, to: treasury, answerTo: anna.wallet.contract.address, ...transfer }),
  });
  async function readHeld(): Promise<bigint> {
    return (await readers[0]?.readTreasury(lab.chain.readHead().seqno, null))?.balanceBase ?? -1n;
  }

  it("has the jetton wallet that the master names and that the pinned code gives", async () => {
    const [reader] = readers;
    if (reader === undefined) throw new Error("no reader");
    const computed = locateJettonWallet(jetton, treasury);
    expect((await askForJettonWallet(reader.call, jetton, treasury)).equals(computed)).toBe(true);
    expect(await readHeld()).toBe(0n);
    const address = anna.wallet.contract.address.toRawString();
    expect(await reader.readBalance(address)).toBe(HELD);
  });

  describe.each(FORWARDED)("with %s forwarded", (_, forwardedBase) => {
    it.each(PAYLOADS)("arrives with %s, by the id that its wallet knows", async (__, written, reference) => {
      let txId = "";
      const before = await readHeld();
      const found = await readArrivals(async () => {
        txId = await anna.send(order({ forwardedBase, ...written }));
      });
      expect(found).toMatchObject([
        { index: 0, from: anna.address, amountBase: DOLLAR, reference, reportedAs: txId, ref: null },
      ]);
      expect(await readHeld()).toBe(before + DOLLAR);
    });

    it("arrives from a wallet v5r1", async () => {
      const keys = keyPairFromSeed(Buffer.alloc(32, Number(forwardedBase % 251n) + 3));
      const payer = WalletContractV5R1.create({ publicKey: keys.publicKey, walletId: { networkGlobalId: -3 } });
      lab.chain.fund(payer.address, toNano(1), payer.init);
      await readArrivals(() => anna.send(order({ to: payer.address, amountBase: 5n * DOLLAR })));
      const body = payer.createTransfer({
        authType: "internal",
        seqno: 0,
        secretKey: keys.secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        timeout: 0xffff_fffe,
        messages: [
          internal({
            to: usdt.locate(payer.address),
            value: GAS,
            bounce: true,
            body: writeTransfer({ amountBase: 2n * DOLLAR, to: treasury, forwardedBase, payload: comment(REFERENCE) }),
          }),
        ],
      });
      // Somebody else pays the gas, so no external message of the payer's own wallet led to it.
      const found = await readArrivals(() => anna.send({ to: payer.address, amountBase: toNano("0.2"), body }));
      const from = payer.address.toString({ bounceable: false });
      expect(found).toMatchObject([{ from, amountBase: 2n * DOLLAR, reference: REFERENCE, reportedAs: null }]);
    });
  });

  it("arrives twice by one message, each under a name of its own", async () => {
    const found = await readArrivals(() =>
      anna.send(order({ amountBase: 3n * DOLLAR }), order({ amountBase: 4n * DOLLAR, payload: comment(REFERENCE) })),
    );
    expect(found.map(({ amountBase, reference }) => [amountBase, reference])).toEqual([
      [3n * DOLLAR, null],
      [4n * DOLLAR, REFERENCE],
    ]);
    expect(new Set(found.map(({ txHash }) => txHash)).size).toBe(2);
    expect(new Set(found.map(({ reportedAs }) => reportedAs)).size).toBe(1);
  });

  it("is not what somebody says: false notifications, transfers and orders of other senders", async () => {
    const eve = await lab.createWallet();
    const before = await readHeld();
    const notification = beginCell()
      .storeUint(OPCODES.notification, 32)
      .storeUint(0, 64)
      .storeCoins(HELD)
      .storeAddress(anna.wallet.contract.address)
      .storeBit(0)
      .endCell();
    const found = await readArrivals(() =>
      eve.send(
        { to: treasury, amountBase: GAS, body: notification },
        {
          to: usdt.locate(treasury),
          amountBase: GAS,
          body: writeInternalTransfer(HELD, anna.wallet.contract.address),
          bounce: true,
        },
        { to: usdt.locate(treasury), amountBase: GAS, body: writeInternalTransfer(HELD, eve.wallet.contract.address) },
        { to: usdt.locate(treasury), amountBase: GAS, body: comment("hello") },
      ),
    );
    expect([found, await readHeld()]).toEqual([[], before]);
  });

  it("is not another jetton, whatever it calls itself", async () => {
    const eve = await lab.createWallet();
    const fake = createUsdt(eve.wallet.contract.address);
    fake.deploy(lab.chain, [eve.wallet.contract.address], HELD);
    const found = await readArrivals(() =>
      eve.send({
        to: fake.locate(eve.wallet.contract.address),
        amountBase: GAS,
        body: writeTransfer({ amountBase: DOLLAR, to: treasury, payload: comment(REFERENCE) }),
      }),
    );
    expect(found).toEqual([]);
    expect(
      await readers[0]?.call("getAddressInformation", { address: fake.locate(treasury).toRawString() }),
    ).toMatchObject({ state: "active" });
  });

  it("is no transfer where the issuer mints, moves or burns; the balance tells it", async () => {
    const before = await readHeld();
    const tell = (kind: "mint" | "callTo", message: Cell) =>
      issuer.send({
        to: usdt.master,
        amountBase: toNano("0.5"),
        body: writeOrder(kind, treasury, message),
        bounce: true,
      });
    expect(await readArrivals(() => tell("mint", writeInternalTransfer(7n * DOLLAR, null)))).toEqual([]);
    expect(await readHeld()).toBe(before + 7n * DOLLAR);
    expect(await readArrivals(() => tell("callTo", writeBurn(2n * DOLLAR)))).toEqual([]);
    const away = writeTransfer({ amountBase: DOLLAR, to: anna.wallet.contract.address });
    expect(await readArrivals(() => tell("callTo", away))).toEqual([]);
    expect(await readHeld()).toBe(before + 4n * DOLLAR);
  });

  it("does not arrive while the issuer has locked the treasury, and is back with its sender", async () => {
    const [reader] = readers;
    if (reader === undefined) throw new Error("no reader");
    const lock = (status: number) =>
      issuer.send({
        to: usdt.master,
        amountBase: toNano("0.5"),
        body: writeOrder("callTo", treasury, writeStatus(status)),
        bounce: true,
      });
    await readArrivals(() => lock(2));
    expect((await readJettonWallet(reader.call, jetton, treasury, null)).status).toBe(2);
    const before = await reader.readBalance(anna.wallet.contract.address.toRawString());
    expect(await readArrivals(() => anna.send(order({})))).toEqual([]);
    expect(await reader.readBalance(anna.wallet.contract.address.toRawString())).toBe(before);
    await readArrivals(() => lock(0));
    expect(await readArrivals(() => anna.send(order({})))).toHaveLength(1);
  });

  it("does not arrive with too little gas, or more than there is", async () => {
    const poor = { ...order({}), amountBase: toNano("0.01") };
    expect(await readArrivals(() => anna.send(poor, order({ amountBase: HELD })))).toEqual([]);
  });

  it("has no name of its wallet where the endpoint finds no source", async () => {
    for (const endpoint of lab.endpoints) endpoint.setForgotten(own());
    const found = await readArrivals(() => anna.send(order({ payload: comment(REFERENCE) })));
    expect(found).toMatchObject([{ amountBase: DOLLAR, reference: REFERENCE, from: anna.address, reportedAs: null }]);
  });

  it("is told of each block as it was then", async () => {
    const before = await readHeld();
    const position = lab.chain.readHead().seqno;
    await readArrivals(() => anna.send(order({})));
    const held = await Promise.all(
      [position, lab.chain.readHead().seqno].map(async (at) => readers[1]?.readTreasury(at, null)),
    );
    expect(held.map((holding) => holding?.balanceBase)).toEqual([before, before + DOLLAR]);
  });
});
