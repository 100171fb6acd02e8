import type { Server } from "node:http";
import { Address, beginCell, comment, toNano } from "@ton/core";
import type { Cell, Transaction } from "@ton/core";
import { JettonMaster, JettonWallet, TonClient } from "@ton/ton";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import {
  OPCODES,
  writeBurn,
  writeInternalTransfer,
  writeOrder,
  writeStatus,
  writeTransfer,
} from "#tests/support/chains/jettonMessages.ts";
import { createTonWallet } from "#tests/support/chains/tonWallet.ts";
import { createTonServer } from "../createTonServer.ts";
import {
  API_PATH,
  createTreasuryWallet,
  createUserWallet,
  USDT_ISSUER_MNEMONIC,
  USDT_MASTER_ADDRESS,
  USDT_TREASURY_ADDRESS,
  USDT_TREASURY_MNEMONIC,
} from "../settings.ts";
import { TonChain } from "../tonChain.ts";
import { createUsdt } from "./usdt.ts";

const DOLLAR = 1_000_000n;
const START_BASE = 10_000n * DOLLAR;
const GAS = toNano("0.05");

describe("the local dollar", () => {
  let time = 1_750_000_000;
  let chain: TonChain;
  let server: Server;
  let client: TonClient;
  const [issuer, anna, bo, eve] = ["issuer", "anna", "bo", "eve"].map(createTonWallet) as [
    ReturnType<typeof createTonWallet>,
    ReturnType<typeof createTonWallet>,
    ReturnType<typeof createTonWallet>,
    ReturnType<typeof createTonWallet>,
  ];
  const usdt = createUsdt(issuer.contract.address);
  const [annas, bos, eves] = [anna, bo, eve].map(({ contract }) => contract.address) as [Address, Address, Address];

  beforeEach(async () => {
    chain = await TonChain.create("usdt", time);
    for (const { contract } of [issuer, anna, eve]) chain.fund(contract.address, toNano(100), contract.init);
    usdt.deploy(chain, [annas, eves], START_BASE);
    server = createTonServer({ chain, now: () => time });
    client = new TonClient({
      endpoint: `http://127.0.0.1:${await listenLocally(server, 0)}${API_PATH}/jsonRPC`,
    });
    await seal(1);
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  async function seal(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      time += 1;
      await chain.seal(time);
    }
  }

  /** A message of a wallet, and all that follows. */
  async function send(sender: typeof anna, to: Address, body: Cell, amountBase = GAS): Promise<void> {
    const seqno = await client.open(sender.contract).getSeqno();
    chain.take(sender.write(seqno, [{ to, amountBase, body, bounce: true }]));
    await seal(6);
  }
  const sendJettons = (transfer: Partial<Parameters<typeof writeTransfer>[0]>, gas = GAS) =>
    send(anna, usdt.locate(annas), writeTransfer({ amountBase: DOLLAR, to: bos, answerTo: annas, ...transfer }), gas);
  const order = (kind: "mint" | "callTo", owner: Address, message: Cell) =>
    send(issuer, usdt.master, writeOrder(kind, owner, message), toNano("0.5"));

  const readBalance = (owner: Address) => client.open(JettonWallet.create(usdt.locate(owner))).getBalance();
  async function readNewest(account: Address): Promise<Transaction> {
    const [newest] = await client.getTransactions(account, { limit: 1 });
    if (newest === undefined) throw new Error("an account without a transaction");
    return newest;
  }
  /** What happened at an account, the oldest first: an opcode and how it ended. */
  async function readHistory(account: Address): Promise<[number, number][]> {
    const transactions = await client.getTransactions(account, { limit: 10 });
    return transactions.toReversed().map(({ inMessage, description }) => {
      const body = inMessage?.body.beginParse();
      const opcode = body === undefined || body.remainingBits < 32 ? -1 : body.loadUint(32);
      const phase = description.type === "generic" ? description.computePhase : null;
      return [opcode, phase?.type === "vm" ? phase.exitCode : -1];
    });
  }

  it("has its master at the address that the settings name", async () => {
    const { address } = await createUserWallet(USDT_ISSUER_MNEMONIC);
    expect(createUsdt(address).master.toString()).toBe(USDT_MASTER_ADDRESS);
  });

  it("has a treasury at the address that the settings name", async () => {
    const { address } = await createTreasuryWallet(USDT_TREASURY_MNEMONIC);
    expect(address.toString({ bounceable: false })).toBe(USDT_TREASURY_ADDRESS);
  });

  it("is a jetton to the official client: master, wallet, supply and code", async () => {
    const master = client.open(JettonMaster.create(usdt.master));
    expect((await master.getWalletAddress(bos)).equals(usdt.locate(bos))).toBe(true);
    expect(await client.open(JettonWallet.create(await master.getWalletAddress(annas))).getBalance()).toBe(START_BASE);
    expect(await readBalance(bos)).toBe(0n);
    const { totalSupply, adminAddress, walletCode } = await master.getJettonData();
    expect(totalSupply).toBe(2n * START_BASE);
    expect(adminAddress.equals(issuer.contract.address)).toBe(true);
    expect([walletCode.isExotic, walletCode.equals(usdt.walletCode)]).toEqual([true, true]);
  });

  it("moves in four hops, a block each: the owner is told, and the rest of the gas comes back", async () => {
    const body = writeTransfer({
      amountBase: DOLLAR,
      to: bos,
      answerTo: annas,
      payload: comment("hello"),
      queryId: 7n,
    });
    chain.take(anna.write(0, [{ to: usdt.locate(annas), amountBase: GAS, body, bounce: true }]));
    const before = chain.readHead().seqno;
    await seal(4);
    const accounts = [1, 2, 3, 4].map((hop) =>
      chain.findBlock(before + hop)?.transactions.map(({ account }) => account),
    );
    const raw = (address: Address) => address.toRawString();
    expect(accounts).toEqual([
      [raw(annas)],
      [raw(usdt.locate(annas))],
      [raw(usdt.locate(bos))],
      [raw(bos), raw(annas)],
    ]);
    expect([await readBalance(annas), await readBalance(bos)]).toEqual([START_BASE - DOLLAR, DOLLAR]);
    const told = (await readNewest(bos)).inMessage?.body.beginParse();
    expect([told?.loadUint(32), told?.loadUintBig(64), told?.loadCoins()]).toEqual([OPCODES.notification, 7n, DOLLAR]);
    expect(told?.loadAddress().equals(annas)).toBe(true);
    expect(told?.loadBit() === true && told.loadRef().equals(comment("hello"))).toBe(true);
    const back = (await readNewest(annas)).inMessage;
    expect(back?.body.beginParse().loadUint(32)).toBe(OPCODES.excesses);
    expect(back?.info.type === "internal" && back.info.value.coins).toBeGreaterThan(toNano("0.02"));
  });

  it("tells nobody where nothing is forwarded, and keeps the rest where nobody is to have it", async () => {
    await sendJettons({ forwardedBase: 0n, answerTo: null });
    expect(await readBalance(bos)).toBe(DOLLAR);
    expect(await client.getTransactions(bos, { limit: 1 })).toEqual([]);
    expect(await client.getBalance(usdt.locate(bos))).toBeGreaterThan(toNano("0.02"));
  });

  it.each([
    ["more than there is", { amountBase: START_BASE + 1n }, GAS, 47],
    ["with too little gas", {}, toNano("0.01"), 48],
    ["with more forwarded than is there", { forwardedBase: GAS }, GAS, 48],
    ["to another workchain", { to: new Address(-1, Buffer.alloc(32, 1)) }, GAS, 333],
  ])("sends nothing that is asked %s", async (_, transfer, gas, exit) => {
    await sendJettons(transfer, gas);
    expect(await readHistory(usdt.locate(annas))).toEqual([[OPCODES.transfer, exit]]);
    expect(await readBalance(annas)).toBe(START_BASE);
    const back = (await readNewest(annas)).inMessage?.info;
    expect(back?.type === "internal" && back.bounced).toBe(true);
  });

  it("takes no payload in a cell of its own with bits beside it", async () => {
    const body = beginCell().storeSlice(
      writeTransfer({ amountBase: DOLLAR, to: bos, payload: comment("a") }).beginParse(),
    );
    await send(anna, usdt.locate(annas), body.storeUint(1, 8).endCell());
    expect(await readHistory(usdt.locate(annas))).toEqual([[OPCODES.transfer, 49]]);
  });

  it("obeys its owner alone, and believes the jetton wallets of owners alone", async () => {
    await send(eve, usdt.locate(annas), writeTransfer({ amountBase: DOLLAR, to: eves }));
    await send(eve, usdt.locate(annas), writeInternalTransfer(DOLLAR, eves));
    await send(eve, usdt.locate(annas), writeInternalTransfer(DOLLAR, null));
    await send(eve, usdt.locate(annas), writeStatus(3));
    await send(eve, usdt.locate(annas), writeBurn(DOLLAR));
    await send(eve, usdt.locate(annas), comment("hello"));
    expect((await readHistory(usdt.locate(annas))).map(([, exit]) => exit)).toEqual([73, 74, 74, 74, 73, 0xffff]);
    await send(eve, usdt.master, writeOrder("mint", eves, writeInternalTransfer(DOLLAR, null)));
    expect((await readHistory(usdt.master)).at(-1)).toEqual([OPCODES.mint, 73]);
    expect([await readBalance(annas), await readBalance(eves)]).toEqual([START_BASE, START_BASE]);
  });

  it("sends nothing from a wallet that the issuer has locked", async () => {
    await order("callTo", annas, writeStatus(1));
    await sendJettons({});
    expect((await readHistory(usdt.locate(annas))).at(-1)).toEqual([OPCODES.transfer, 45]);
    await order("callTo", annas, writeStatus(0));
    await sendJettons({});
    expect(await readBalance(bos)).toBe(DOLLAR);
  });

  it("comes back to its sender from a locked receiver, and leaves the gas on the sender's jetton wallet", async () => {
    await order("callTo", eves, writeStatus(2));
    const gasBefore = await client.getBalance(usdt.locate(annas));
    await sendJettons({ to: eves, queryId: 9n });
    expect((await readHistory(usdt.locate(eves))).at(-1)).toEqual([OPCODES.internalTransfer, 45]);
    expect([await readBalance(annas), await readBalance(eves)]).toEqual([START_BASE, START_BASE]);
    const body = (await readNewest(usdt.locate(annas))).inMessage?.body.beginParse();
    expect([body?.loadUint(32), body?.loadUint(32)]).toEqual([0xffff_ffff, OPCODES.internalTransfer]);
    expect([body?.loadUintBig(64), body?.loadCoins()]).toEqual([9n, DOLLAR]);
    expect(await client.getBalance(usdt.locate(annas))).toBeGreaterThan(gasBefore + toNano("0.01"));
  });

  it("is minted, moved and burnt by its issuer, from locked wallets, too", async () => {
    const readSupply = async () => (await client.open(JettonMaster.create(usdt.master)).getJettonData()).totalSupply;
    await order("mint", bos, writeInternalTransfer(5n * DOLLAR, null));
    expect([await readBalance(bos), await readSupply()]).toEqual([5n * DOLLAR, 2n * START_BASE + 5n * DOLLAR]);
    await order("callTo", bos, writeStatus(1));
    await order("callTo", bos, writeTransfer({ amountBase: DOLLAR, to: eves }));
    await order("callTo", bos, writeBurn(2n * DOLLAR));
    expect([await readBalance(bos), await readBalance(eves)]).toEqual([2n * DOLLAR, START_BASE + DOLLAR]);
    expect(await readSupply()).toBe(2n * START_BASE + 3n * DOLLAR);
  });

  it("is the same after a restart", async () => {
    const restored = await TonChain.load(JSON.parse(JSON.stringify(chain.save())) as ReturnType<TonChain["save"]>);
    restored.take(
      anna.write(0, [
        { to: usdt.locate(annas), amountBase: GAS, body: writeTransfer({ amountBase: DOLLAR, to: bos }), bounce: true },
      ]),
    );
    for (let hop = 1; hop <= 3; hop += 1) await restored.seal(time + hop);
    const { shardAccount } = restored.readAccount(usdt.locate(bos).toRawString(), restored.readHead().seqno);
    expect(shardAccount.account?.storage.state.type).toBe("active");
  });
});
