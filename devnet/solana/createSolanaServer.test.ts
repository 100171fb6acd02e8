import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "node:http";
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  sendAndConfirmTransaction,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { TransactionInstruction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaServer } from "./createSolanaServer.ts";
import { createSubscriptionServer } from "./createSubscriptionServer.ts";
import { FAUCET_KEY, readKeypair, TREASURY_ADDRESS, TREASURY_KEY, USER_KEYS } from "./settings.ts";
import { listenBeside } from "./listenBeside.ts";
import { SolanaChain } from "./solanaChain.ts";

const START = 1_750_000_000;
const OPTIONS = { confirmedBehind: 1, finalizedBehind: 3, skippedEach: 10 };
const RENT = 890_880;
const [ANNAS_KEY = "", BOS_KEY = ""] = USER_KEYS;

describe("the local Solana node, by its official client", () => {
  const anna = readKeypair(ANNAS_KEY);
  const bo = readKeypair(BOS_KEY);
  const treasury = new PublicKey(TREASURY_ADDRESS);
  const faucet = readKeypair(FAUCET_KEY);
  let chain: SolanaChain;
  let server: Server;
  let subscriptions: Server;
  let rpcUrl: string;
  let client: Connection;
  /** Stored transactions and blocks are asked for at a level from confirmed on. */
  let history: Connection;
  let time = START;

  beforeAll(async () => {
    chain = SolanaChain.create("test", time, OPTIONS);
    for (const { publicKey } of [anna, bo, faucet]) chain.adjust(publicKey.toBase58(), 100n * BigInt(LAMPORTS_PER_SOL));
    chain.adjust(TREASURY_ADDRESS, BigInt(LAMPORTS_PER_SOL));
    server = createSolanaServer({ chain, faucet });
    subscriptions = createSubscriptionServer(chain);
    rpcUrl = `http://127.0.0.1:${await listenBeside(server, subscriptions)}`;
    client = new Connection(rpcUrl, "processed");
    history = new Connection(rpcUrl, "confirmed");
    seal(5);
  });
  afterAll(async () => {
    // A client closes its socket half a second after its last subscription; one that is cut off connects for ever.
    await sleep(600);
    for (const each of [server, subscriptions]) {
      each.close();
      each.closeAllConnections();
    }
  });

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return await (await fetch(rpcUrl, { method: "POST", body })).json();
  }

  function seal(blocks = 1): void {
    for (let block = 0; block < blocks; block += 1) {
      time += 1;
      chain.seal(time);
    }
  }

  /** A transfer that Anna signs. */
  async function write(lamports: number, to = treasury, from = anna): Promise<Transaction> {
    const latest = await client.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: from.publicKey, ...latest });
    transaction.add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }));
    transaction.sign(from);
    return transaction;
  }

  const send = (transaction: Transaction | VersionedTransaction, skipPreflight = false) =>
    client.sendRawTransaction(transaction.serialize(), { skipPreflight });

  async function sendVersioned(
    instructions: readonly TransactionInstruction[],
    table?: Parameters<TransactionMessage["compileToV0Message"]>[0],
  ): Promise<string> {
    const { blockhash } = await client.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: anna.publicKey,
      recentBlockhash: blockhash,
      instructions: [...instructions],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message(table));
    transaction.sign([anna]);
    return send(transaction);
  }

  it("has a treasury at the address of its key", () => {
    expect(readKeypair(TREASURY_KEY).publicKey.toBase58()).toBe(TREASURY_ADDRESS);
  });

  it("moves lamports for a fee, and lets the commitment levels follow", async () => {
    const before = await client.getBalance(treasury);
    const payersBefore = await client.getBalance(anna.publicKey);
    const signature = await send(await write(7_000));
    expect((await client.getSignatureStatus(signature)).value).toBeNull();
    seal();
    expect((await client.getSignatureStatus(signature)).value).toMatchObject({
      confirmationStatus: "processed",
      confirmations: 0,
      err: null,
    });
    expect(await client.getBalance(treasury, "processed")).toBe(before + 7_000);
    expect(await client.getBalance(anna.publicKey)).toBe(payersBefore - 7_000 - 5_000);
    expect(await client.getBalance(treasury, "confirmed")).toBe(before);
    expect(await history.getParsedTransaction(signature, "confirmed")).toBeNull();
    seal();
    expect(await client.getBalance(treasury, "confirmed")).toBe(before + 7_000);
    expect(await client.getBalance(treasury, "finalized")).toBe(before);
    seal(2);
    expect(await client.getBalance(treasury, "finalized")).toBe(before + 7_000);
    expect((await client.getSignatureStatus(signature)).value).toMatchObject({
      confirmationStatus: "finalized",
      confirmations: null,
    });
    const found = await history.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found).toMatchObject({ version: "legacy", meta: { err: null, fee: 5_000 } });
    const parsed = await history.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      { program: "system", parsed: { type: "transfer", info: { lamports: 7_000, destination: TREASURY_ADDRESS } } },
    ]);
    const block = await history.getBlock(found?.slot ?? 0, { maxSupportedTransactionVersion: 0 });
    expect(block?.transactions.map(({ transaction }) => transaction.signatures)).toEqual([[signature]]);
    expect(await client.getBlockTime(found?.slot ?? 0)).toBe(found?.blockTime);
  });

  it("takes the same bytes again without moving anything again", async () => {
    const transaction = await write(9_000);
    const signature = await send(transaction);
    expect(await send(transaction)).toBe(signature);
    seal();
    const after = await client.getBalance(treasury);
    expect(await send(transaction, true)).toBe(signature);
    seal();
    expect(await client.getBalance(treasury)).toBe(after);
  });

  it("lets a client wait for a transaction by the WebSocket", async () => {
    const sealing = setInterval(() => seal(), 30);
    try {
      const signature = await sendAndConfirmTransaction(client, await write(1_000), [anna], {
        commitment: "confirmed",
      });
      expect((await client.getSignatureStatus(signature)).value?.confirmationStatus).not.toBe("processed");
      const dropped = await client.requestAirdrop(Keypair.generate().publicKey, LAMPORTS_PER_SOL);
      const { value } = await client.confirmTransaction({ signature: dropped, ...(await client.getLatestBlockhash()) });
      expect(value.err).toBeNull();
    } finally {
      clearInterval(sealing);
    }
  });

  it("runs versioned transactions with addresses from a lookup table", async () => {
    const recentSlot = await client.getSlot();
    seal();
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: anna.publicKey,
      payer: anna.publicKey,
      recentSlot,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: anna.publicKey,
      payer: anna.publicKey,
      addresses: [treasury, bo.publicKey],
    });
    await sendVersioned([create, extend]);
    seal(2);
    const account = (await client.getAddressLookupTable(table)).value;
    if (account === null) throw new Error("no table");
    const pay = SystemProgram.transfer({ fromPubkey: anna.publicKey, toPubkey: treasury, lamports: 4_000 });
    pay.keys.push({ pubkey: bo.publicKey, isSigner: false, isWritable: false });
    const signature = await sendVersioned([pay], [account]);
    seal(4);
    const found = await history.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.version).toBe(0);
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([TREASURY_ADDRESS]);
    expect(found?.meta?.loadedAddresses?.readonly.map(String)).toEqual([bo.publicKey.toBase58()]);
    const named = await history.getSignaturesForAddress(treasury, { limit: 1 });
    expect(named).toMatchObject([{ signature, err: null }]);
    await expect(history.getTransaction(signature)).rejects.toThrow(/maxSupportedTransactionVersion/);
  });

  it("lists the signatures of an address, page by page", async () => {
    for (const lamports of [1_001, 1_002, 1_003]) await send(await write(lamports));
    seal(4);
    const all = await history.getSignaturesForAddress(treasury, { limit: 1_000 });
    const [first, second, third] = all;
    expect(await history.getSignaturesForAddress(treasury, { limit: 1, before: first?.signature ?? "" })).toEqual([
      second,
    ]);
    expect(await history.getSignaturesForAddress(treasury, { until: third?.signature ?? "" })).toEqual([first, second]);
  });

  it("has slots without a block", async () => {
    seal(12);
    const head = await client.getSlot("confirmed");
    const skipped = Math.floor(head / 10) * 10;
    expect(await history.getBlocks(skipped - 1, skipped + 1, "confirmed")).toEqual(
      [skipped - 1, skipped + 1].filter((slot) => slot <= head),
    );
    expect(await client.getBlockHeight("confirmed")).toBeLessThan(head);
    await expect(history.getBlock(skipped)).rejects.toThrow(/was skipped/);
    await expect(history.getBlock(head + 50)).rejects.toThrow(/not available/);
  });

  it("lets slots pass at once, and none pass back", async () => {
    const head = await client.getSlot();
    const height = await client.getBlockHeight();
    expect(await ask("surfnet_timeTravel", [{ absoluteSlot: head + 100 }])).toMatchObject({
      result: { absoluteSlot: head + 100 },
    });
    expect((await client.getBlockHeight()) - height).toBe(90);
    expect(await ask("surfnet_timeTravel", [{ absoluteSlot: head }])).toMatchObject({
      result: { absoluteSlot: head + 100 },
    });
    expect(await ask("surfnet_timeTravel", [])).toMatchObject({ error: { code: -32_602 } });
  });

  it("tells fees, rent, accounts and itself", async () => {
    const transaction = await write(1);
    expect((await client.getFeeForMessage(transaction.compileMessage())).value).toBe(5_000);
    expect(await client.getMinimumBalanceForRentExemption(0)).toBe(RENT);
    expect((await client.getAccountInfo(anna.publicKey))?.owner.toBase58()).toBe(SystemProgram.programId.toBase58());
    const several = await client.getMultipleAccountsInfo([anna.publicKey, Keypair.generate().publicKey]);
    expect(several.map((account) => account === null)).toEqual([false, true]);
    expect((await client.getVersion())["solana-core"]).toMatch(/^\d/);
    expect(await client.getGenesisHash()).toBe(chain.genesisHash);
    expect((await client.getEpochInfo()).absoluteSlot).toBe(await client.getSlot());
    expect(await client.getRecentPrioritizationFees()).toHaveLength(1);
    expect(
      (await client.simulateTransaction(new VersionedTransaction(transaction.compileMessage()))).value.err,
    ).toBeNull();
  });

  it("keeps a failed transaction, which costs its fee", async () => {
    const before = await client.getBalance(anna.publicKey);
    const signature = await send(await write(1_000 * LAMPORTS_PER_SOL), true);
    seal(2);
    const found = await history.getTransaction(signature, {
      commitment: "confirmed",
      maxSupportedTransactionVersion: 0,
    });
    expect(found?.meta?.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(await client.getBalance(anna.publicKey)).toBe(before - 5_000);
  });

  describe("refuses", () => {
    const readRefusal = (asked: Promise<unknown>) =>
      asked.then(
        () => "not refused",
        (error: unknown) => String(error),
      );

    it("a wrong signature", async () => {
      const transaction = await write(1_000);
      const raw = transaction.serialize();
      raw.writeUInt8(raw.readUInt8(5) ^ 1, 5);
      expect(await readRefusal(client.sendRawTransaction(raw))).toMatch(/signature verification failure/);
      const before = await client.getBalance(treasury);
      await client.sendRawTransaction(raw, { skipPreflight: true });
      seal();
      expect(await client.getBalance(treasury)).toBe(before);
    });

    it("a blockhash that is too old, also in a block", async () => {
      const transaction = await write(1_000);
      const { blockhash } = await client.getLatestBlockhash();
      seal(149);
      expect((await client.isBlockhashValid(blockhash)).value).toBe(true);
      seal(2);
      expect((await client.isBlockhashValid(blockhash)).value).toBe(false);
      expect(await readRefusal(send(transaction))).toMatch(/Blockhash not found/);
      const signature = await send(transaction, true);
      seal();
      expect((await client.getSignatureStatus(signature)).value).toBeNull();
    });

    it("another chain's blockhash", async () => {
      const transaction = await write(1_000);
      transaction.recentBlockhash = SolanaChain.create("another", START, OPTIONS).genesisHash;
      transaction.sign(anna);
      expect(await readRefusal(send(transaction))).toMatch(/Blockhash not found/);
    });

    it("a transaction that has landed", async () => {
      const transaction = await write(1_500);
      await send(transaction);
      seal();
      const refusal = await send(transaction).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(SendTransactionError);
      expect(String(refusal)).toMatch(/already been processed/);
    });

    it("to move more than there is, and a payer without money", async () => {
      expect(await readRefusal(send(await write(1_000 * LAMPORTS_PER_SOL)))).toMatch(/custom program error: 0x1/);
      expect(await readRefusal(send(await write(1, treasury, Keypair.generate())))).toMatch(
        /no record of a prior credit/,
      );
    });

    it("an account below its rent, a new one and the payer's own", async () => {
      const nobody = Keypair.generate().publicKey;
      expect(await readRefusal(send(await write(RENT - 1, nobody)))).toMatch(/\(1\) with insufficient funds for rent/);
      await send(await write(RENT, nobody));
      seal();
      expect(await client.getBalance(nobody)).toBe(RENT);
      const poor = Keypair.generate();
      await send(await write(2 * RENT, poor.publicKey));
      seal();
      expect(await readRefusal(send(await write(2 * RENT - 5_000 - 1_000, treasury, poor)))).toMatch(
        /\(0\) with insufficient funds for rent/,
      );
    });

    it("an unknown method, a wrong address, what is no transaction, and too low a commitment", async () => {
      await expect(client.getSlotLeader()).rejects.toThrow(/Method not found/);
      expect(await ask("getBalance", ["nonsense"])).toMatchObject({ error: { code: -32_602 } });
      expect(await ask("getBalance", [])).toMatchObject({ error: { code: -32_602 } });
      expect(await ask("toString", [])).toMatchObject({ error: { code: -32_601 } });
      expect(await ask("sendTransaction", ["AAAA", { encoding: "base64" }])).toMatchObject({
        error: { code: -32_602 },
      });
      expect(await ask("sendTransaction", ["0OIl"])).toMatchObject({ error: { message: "invalid base58 encoding" } });
      expect(await ask("getTransaction", ["1".repeat(64), { commitment: "processed" }])).toMatchObject({
        error: { message: "Method does not support commitment below `confirmed`" },
      });
    });
  });

  it("forgets the newest blocks and what they held, and may hold it again", async () => {
    const transaction = await write(3_000);
    const before = await client.getBalance(treasury);
    const signature = await send(transaction);
    seal();
    const head = chain.readHead();
    chain.drop(1);
    expect(chain.readHead().slot).toBe(head.slot);
    expect(chain.readHead().blockhash).not.toBe(head.blockhash);
    expect(await client.getBalance(treasury)).toBe(before);
    expect((await client.getSignatureStatus(signature)).value).toBeNull();
    expect(await send(transaction)).toBe(signature);
    seal();
    expect(await client.getBalance(treasury)).toBe(before + 3_000);
  });

  it("is the same chain after a restart", async () => {
    const stored = JSON.parse(JSON.stringify(chain.save())) as ReturnType<SolanaChain["save"]>;
    const restored = SolanaChain.load(stored, OPTIONS);
    expect(restored.genesisHash).toBe(chain.genesisHash);
    expect(restored.readHead()).toEqual(chain.readHead());
    expect(restored.listTransactions(TREASURY_ADDRESS)).toEqual(chain.listTransactions(TREASURY_ADDRESS));
    const { slot } = chain.readHead();
    expect(restored.readAccount(TREASURY_ADDRESS, slot)).toEqual(chain.readAccount(TREASURY_ADDRESS, slot));
    restored.seal(time + 1);
    expect(restored.readHead().height).toBe(chain.readHead().height + 1);
  });
});
