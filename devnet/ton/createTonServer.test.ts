import type { Server } from "node:http";
import { Address, beginCell, comment, external, internal, SendMode, storeMessage, toNano } from "@ton/core";
import type { Cell } from "@ton/core";
import { mnemonicToPrivateKey } from "@ton/crypto";
import { TonClient, WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenLocally } from "../http/listenLocally.ts";
import { createTonServer } from "./createTonServer.ts";
import {
  TREASURY_ADDRESS,
  TREASURY_MNEMONIC,
  USER_MNEMONICS,
  createTreasuryWallet,
  createUserWallet,
  API_PATH,
} from "./settings.ts";
import { TonChain } from "./tonChain.ts";

/** In the past: the client's own expiry, by the clock, is later. */
const START = 1_750_000_000;
const [ANNAS_WORDS = "", BOS_WORDS = ""] = USER_MNEMONICS;
const REJECTED = /inbound external message rejected by/;

describe("the local TON node, by its official client", () => {
  let chain: TonChain;
  let server: Server;
  let origin: string;
  let client: TonClient;
  let anna: WalletContractV4;
  let treasury: WalletContractV5R1;
  let annasKey: Buffer;
  let treasuryKey: Buffer;
  let time = START;

  beforeAll(async () => {
    chain = await TonChain.create("test", time);
    server = createTonServer({ chain, now: () => time });
    origin = `http://127.0.0.1:${await listenLocally(server, 0)}`;
    client = new TonClient({ endpoint: `${origin}${API_PATH}/jsonRPC` });
    anna = await createUserWallet(ANNAS_WORDS);
    treasury = await createTreasuryWallet(TREASURY_MNEMONIC);
    annasKey = (await mnemonicToPrivateKey(ANNAS_WORDS.split(" "))).secretKey;
    treasuryKey = (await mnemonicToPrivateKey(TREASURY_MNEMONIC.split(" "))).secretKey;
    chain.fund(anna.address, toNano(100), anna.init);
    chain.fund(treasury.address, toNano(1), treasury.init);
    await seal();
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  async function seal(blocks = 1): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      time += 1;
      await chain.seal(time);
    }
  }

  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}${API_PATH}/${path}`)).json();
  /** The error texts of toncenter's answers are in axios' answers alone. */
  async function readRefusal(asked: Promise<unknown>): Promise<string> {
    return asked.then(
      () => "not refused",
      (error: unknown) => JSON.stringify((error as { response?: { data?: unknown } }).response?.data ?? String(error)),
    );
  }
  const transfer = (to: Address, value: bigint, text: string, bounce = false) => [
    internal({ to, value, bounce, body: comment(text) }),
  ];

  it("has a treasury at the address that the settings name", () => {
    expect(treasury.address.equals(Address.parse(TREASURY_ADDRESS))).toBe(true);
  });

  it("lets a wallet v4r2 pay with a comment", async () => {
    const wallet = client.open(anna);
    const seqno = await wallet.getSeqno();
    await wallet.sendTransfer({
      seqno,
      secretKey: annasKey,
      messages: transfer(treasury.address, toNano("0.5"), "hello"),
      sendMode: SendMode.PAY_GAS_SEPARATELY,
    });
    expect(await wallet.getSeqno()).toBe(seqno);
    await seal();
    expect(await wallet.getSeqno()).toBe(seqno + 1);
    expect(await client.getTransactions(treasury.address, { limit: 5 })).toEqual([]);
    await seal();
    const [arrived] = await client.getTransactions(treasury.address, { limit: 5 });
    const message = arrived?.inMessage;
    expect(message?.info.type === "internal" && message.info.value.coins).toBe(toNano("0.5"));
    expect(message?.info.type === "internal" && message.info.src.equals(anna.address)).toBe(true);
    const body = message?.body.beginParse();
    expect([body?.loadUint(32), body?.loadStringTail()]).toEqual([0, "hello"]);
    const source = await client.tryLocateSourceTx(
      anna.address,
      treasury.address,
      message?.info.type === "internal" ? String(message.info.createdLt) : "",
    );
    expect(source.inMessage?.info.type).toBe("external-in");
    expect(await client.getBalance(treasury.address)).toBeGreaterThan(toNano("1.49"));
  });

  it("lets a wallet v5r1 of the test network pay an address that is not deployed", async () => {
    const wallet = client.open(treasury);
    const stranger = (await createUserWallet(BOS_WORDS)).address;
    expect((await client.getContractState(stranger)).state).toBe("uninitialized");
    await wallet.sendTransfer({
      seqno: await wallet.getSeqno(),
      secretKey: treasuryKey,
      messages: transfer(stranger, toNano("0.2"), ""),
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
    });
    await seal(2);
    expect(await client.getBalance(stranger)).toBe(toNano("0.2"));
    const [arrived] = await client.getTransactions(stranger, { limit: 1 });
    // The money stays, although nothing ran.
    expect(arrived?.description.type === "generic" && arrived.description.aborted).toBe(true);
  });

  it("sends money back that was sent bounceable to an address without code", async () => {
    const wallet = client.open(anna);
    const nobody = new Address(0, Buffer.alloc(32, 9));
    await wallet.sendTransfer({
      seqno: await wallet.getSeqno(),
      secretKey: annasKey,
      messages: transfer(nobody, toNano(2), "", true),
      sendMode: SendMode.PAY_GAS_SEPARATELY,
    });
    await seal(3);
    const [back] = await client.getTransactions(anna.address, { limit: 1 });
    expect(back?.inMessage?.info.type === "internal" && back.inMessage.info.bounced).toBe(true);
    expect(await client.getBalance(nobody)).toBe(0n);
  });

  it("pages through transactions by lt and hash, and stops at to_lt", async () => {
    const all = await client.getTransactions(anna.address, { limit: 10 });
    expect(all.length).toBeGreaterThanOrEqual(3);
    const [newest, middle, oldest] = all;
    const from = { lt: String(newest?.lt), hash: newest?.hash().toString("base64") ?? "" };
    const next = await client.getTransactions(anna.address, { limit: 1, ...from });
    expect(next.map(({ lt }) => lt)).toEqual([middle?.lt]);
    const after = await client.getTransactions(anna.address, { limit: 10, to_lt: String(oldest?.lt), archival: true });
    expect(after.map(({ lt }) => lt)).toEqual([newest?.lt, middle?.lt]);
    expect(newest?.prevTransactionLt).toBe(middle?.lt);
  });

  it("numbers blocks and tells what an account was at each", async () => {
    const { latestSeqno } = await client.getMasterchainInfo();
    const before = await client.getBalance(anna.address);
    const wallet = client.open(anna);
    await wallet.sendTransfer({
      seqno: await wallet.getSeqno(),
      secretKey: annasKey,
      messages: transfer(treasury.address, toNano(1), ""),
      sendMode: SendMode.PAY_GAS_SEPARATELY,
    });
    await seal(2);
    const address = anna.address.toString();
    const then = { ok: true, result: { balance: String(before), block_id: { seqno: latestSeqno } } };
    expect(await get(`getAddressInformation?address=${address}&seqno=${latestSeqno}`)).toMatchObject(then);
    for (const [place, account] of [address, treasury.address.toString()].entries()) {
      const shards = await client.getWorkchainShards(latestSeqno + 1 + place);
      expect(shards).toHaveLength(1);
      const shard = await client.getShardTransactions(0, shards[0]?.seqno ?? 0, shards[0]?.shard ?? "");
      expect(shard.map((transaction) => transaction.account.toString())).toEqual([account]);
    }
    const header = `workchain=-1&shard=-9223372036854775808&seqno=${latestSeqno + 1}`;
    expect(await get(`getBlockHeader?${header}`)).toMatchObject({ result: { global_id: -3, gen_utime: time - 1 } });
    expect(await get(`lookupBlock?${header}`)).toMatchObject({ result: { seqno: latestSeqno + 1 } });
    expect(await get("getConfigParam?config_id=19")).toMatchObject({ ok: true });
    expect(await get(`getWalletInformation?address=${address}`)).toMatchObject({
      result: { wallet: true, wallet_type: "wallet v4 r2", account_state: "active" },
    });
    expect(await get(`getExtendedAddressInformation?address=${address}`)).toMatchObject({ ok: true });
    expect(await get(`getAddressState?address=${address}`)).toMatchObject({ result: "active" });
  });

  it("estimates the fee of a message", async () => {
    const body = anna.createTransfer({
      seqno: await client.open(anna).getSeqno(),
      secretKey: annasKey,
      messages: transfer(treasury.address, 1n, ""),
      sendMode: SendMode.PAY_GAS_SEPARATELY,
    });
    const fees = { body, initCode: null, initData: null, ignoreSignature: true };
    const { source_fees: fee } = await client.estimateExternalMessageFee(anna.address, fees);
    expect(fee.gas_fee).toBeGreaterThan(0);
    expect(fee.fwd_fee).toBeGreaterThan(0);
  });

  describe("refuses", () => {
    const createTransfer = (values: { seqno: number; secretKey?: Buffer; timeout?: number }) =>
      anna.createTransfer({
        secretKey: annasKey,
        messages: transfer(treasury.address, 1n, ""),
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        timeout: time + 60,
        ...values,
      });
    const send = (body: Cell) => client.sendExternalMessage(anna, body);
    const readSeqno = () => client.open(anna).getSeqno();

    it("a signature of another key", async () => {
      const body = createTransfer({ seqno: await readSeqno(), secretKey: treasuryKey });
      expect(await readRefusal(send(body))).toMatch(/exitcode=35/);
    });

    it("a number that is used, and one that is not reached", async () => {
      const seqno = await readSeqno();
      expect(await readRefusal(send(createTransfer({ seqno: seqno - 1 })))).toMatch(/exitcode=33/);
      expect(await readRefusal(send(createTransfer({ seqno: seqno + 1 })))).toMatch(/exitcode=33/);
    });

    it("the same message again once it has landed", async () => {
      const body = createTransfer({ seqno: await readSeqno() });
      await send(body);
      await send(body);
      await seal(2);
      expect(await readRefusal(send(body))).toMatch(/exitcode=33/);
      const [newest, other] = await client.getTransactions(treasury.address, { limit: 2 });
      expect(newest?.inMessage?.body.hash()).toEqual(comment("").hash());
      expect(other?.lt).not.toBe(newest?.lt);
    });

    it("a message that has expired", async () => {
      const body = createTransfer({ seqno: await readSeqno(), timeout: time - 1 });
      expect(await readRefusal(send(body))).toMatch(/exitcode=36|exitcode=35/);
    });

    it("a message to an account without money", async () => {
      const { publicKey, secretKey } = await mnemonicToPrivateKey(BOS_WORDS.split(" "));
      const empty = WalletContractV4.create({ workchain: 0, publicKey, walletId: 5 });
      const body = empty.createTransfer({ seqno: 0, secretKey, messages: [], sendMode: 0, timeout: time + 60 });
      expect(await readRefusal(client.sendExternalMessage(empty, body))).toMatch(REJECTED);
    });

    it("to move more than there is: the message lands and moves nothing", async () => {
      const seqno = await readSeqno();
      const before = await client.getBalance(treasury.address);
      await client.open(anna).sendTransfer({
        seqno,
        secretKey: annasKey,
        messages: transfer(treasury.address, toNano(1_000_000), ""),
        sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
        timeout: time + 60,
      });
      await seal();
      expect(await readSeqno()).toBe(seqno + 1);
      expect(await client.getBalance(treasury.address)).toBe(before);
    });

    it("a message of a wallet v5r1 that is signed for another network", async () => {
      const { publicKey } = treasury;
      const foreign = WalletContractV5R1.create({ workchain: 0, publicKey, walletId: { networkGlobalId: -239 } });
      const body = foreign.createTransfer({
        seqno: await client.open(treasury).getSeqno(),
        secretKey: treasuryKey,
        messages: transfer(anna.address, 1n, ""),
        sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
        timeout: time + 60,
      });
      const message = external({ to: treasury.address, body });
      expect(await readRefusal(client.sendMessage(message))).toMatch(REJECTED);
    });

    it("what is no message", async () => {
      expect(await readRefusal(client.sendFile(Buffer.from("nonsense")))).toMatch(/cannot deserialize/);
      const transactions = await client.getTransactions(anna.address, { limit: 10 });
      const sent = transactions.flatMap(({ outMessages }) => outMessages.values()).slice(0, 1);
      expect(sent).toHaveLength(1);
      const inner = sent.map((message) => beginCell().store(storeMessage(message)).endCell());
      expect(await readRefusal(client.sendFile(inner[0]?.toBoc() ?? Buffer.alloc(0)))).toMatch(/not an external one/);
    });

    it("an unknown method, a wrong address, a missing field, a transaction and a block that are not there", async () => {
      expect(await get("getSecrets")).toMatchObject({ ok: false, code: 404 });
      const answer = await fetch(`${origin}${API_PATH}/jsonRPC`, {
        method: "POST",
        body: JSON.stringify({ id: "7", jsonrpc: "2.0", method: "toString", params: {} }),
      });
      expect(await answer.json()).toEqual({ ok: false, error: "Unknown method", code: 422, id: "7", jsonrpc: "2.0" });
      expect(await get("getAddressInformation?address=EQnonsense")).toMatchObject({ ok: false, code: 416 });
      expect(await get("getAddressInformation")).toMatchObject({ ok: false, code: 422 });
      const unknown = { limit: 1, lt: "77", hash: Buffer.alloc(32).toString("base64") };
      expect(await readRefusal(client.getTransactions(anna.address, unknown))).toMatch(/lt not in db/);
      expect(await readRefusal(client.getWorkchainShards(1_000_000))).toMatch(/block not found/);
      const nobody = new Address(0, Buffer.alloc(32, 8));
      await expect(client.runMethod(nobody, "seqno")).rejects.toThrow(/exit_code: -13/);
    });
  });

  it("forgets the newest blocks and what they held, and may hold it again", async () => {
    const wallet = client.open(anna);
    const seqno = await wallet.getSeqno();
    const body = anna.createTransfer({
      seqno,
      secretKey: annasKey,
      messages: transfer(treasury.address, toNano(3), "again"),
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: time + 60,
    });
    await client.sendExternalMessage(anna, body);
    await seal();
    const before = chain.readHead();
    await chain.drop(1);
    expect(chain.readHead().seqno).toBe(before.seqno);
    expect(chain.readHead().rootHash).not.toBe(before.rootHash);
    expect(await wallet.getSeqno()).toBe(seqno);
    await client.sendExternalMessage(anna, body);
    await seal();
    expect(await wallet.getSeqno()).toBe(seqno + 1);
  });

  it("keeps what is on its way, also where the block that had it is replaced", async () => {
    const before = await client.getBalance(treasury.address);
    const sent = JSON.stringify(chain.save());
    await seal();
    const arrived = await client.getBalance(treasury.address);
    expect(arrived).toBeGreaterThan(before + toNano("2.99"));
    await chain.drop(1);
    expect(await client.getBalance(treasury.address)).toBe(arrived);

    const restored = await TonChain.load(JSON.parse(sent) as ReturnType<TonChain["save"]>);
    await restored.seal(time);
    const { shardAccount } = restored.readAccount(treasury.address.toRawString(), restored.readHead().seqno);
    expect(shardAccount.account?.storage.balance.coins).toBe(arrived);
  });

  it("is the same chain after a restart", async () => {
    const restored = await TonChain.load(JSON.parse(JSON.stringify(chain.save())) as ReturnType<TonChain["save"]>);
    expect(restored.readHead()).toEqual(chain.readHead());
    expect(restored.genesisHash).toBe(chain.genesisHash);
    const account = anna.address.toRawString();
    expect(restored.listTransactions(account)).toEqual(chain.listTransactions(account));
    const { seqno } = chain.readHead();
    expect(restored.readAccount(account, seqno).lastHash).toBe(chain.readAccount(account, seqno).lastHash);
    await restored.seal(time + 1);
    expect(restored.readHead().seqno).toBe(seqno + 1);
  });
});
