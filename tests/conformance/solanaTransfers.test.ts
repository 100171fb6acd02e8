import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBase58 } from "#domain/address/base58.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";
import type { Chain, ChainTransfer, Scan } from "#server/chains/chain.ts";
import { systemRandom } from "#server/random.ts";
import {
  createKeypair,
  signText,
  type SolanaLab,
  type SolanaLabWallet,
  startSolanaLab,
} from "#tests/support/chains/solanaLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const AMOUNT = 5_000_000n;
const RENT = 890_880n;

const TOKEN_PROGRAM = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const MINT_BYTES = 82;
/** Of an account that holds a token. */
const HOLDING_BYTES = 165;

function createToken(name: string): Keypair {
  return createKeypair(`token ${name}`);
}

function openTokenAccount(payer: PublicKey, { publicKey }: Keypair, space: number): TransactionInstruction {
  return SystemProgram.createAccount({
    fromPubkey: payer,
    newAccountPubkey: publicKey,
    space,
    lamports: 3_000_000,
    programId: TOKEN_PROGRAM,
  });
}

function runToken(
  data: readonly number[],
  keys: readonly (readonly [key: PublicKey, role?: "writable" | "signer"])[],
): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: keys.map(([pubkey, role]) => ({ pubkey, isSigner: role === "signer", isWritable: role === "writable" })),
    data: Buffer.from(data),
  });
}

function toBytes(amount: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return bytes;
}

describe("what arrives on Solana", () => {
  let lab: SolanaLab;
  let chain: Chain;
  let wallet: SolanaLabWallet;

  beforeAll(async () => {
    lab = await startSolanaLab(createTestClock());
    chain = await lab.connect(...lab.endpoints);
    wallet = await lab.createWallet();
  });
  afterAll(() => lab.stop());

  /** The transfers of the next block. */
  async function readNext(): Promise<readonly ChainTransfer[]> {
    const { position } = await chain.readHead();
    await lab.advance(1);
    const scan: Scan = await chain.createScanner().read(position);
    if (scan.kind !== "part") throw new Error(scan.kind);
    return scan.transfers;
  }
  const createReference = () => chain.createReference?.(systemRandom) ?? null;

  it("is two transfers of one transaction, each with its own index and reference", async () => {
    const references = [createReference(), createReference()];
    const payments = references.map((reference) => ({ amountBase: AMOUNT, reference }));
    const txHash = await wallet.pay(...payments);
    const transfers = await readNext();
    expect(transfers.map(({ index, reference }) => [index, reference])).toEqual([
      [0, references[0]],
      [1, references[1]],
    ]);
    expect(transfers.map((transfer) => transfer.txHash)).toEqual([txHash, txHash]);
    await lab.advance(2);
    const position = transfers[0]?.position ?? 0n;
    // At another position it is another transaction.
    expect((await chain.listArrivals({ after: position - 2n, upTo: position - 1n })).agreed).toEqual([]);
    expect((await chain.listArrivals({ after: position - 1n, upTo: position })).agreed).toEqual(transfers);
  });

  it("is a versioned transaction whose treasury and reference come from a lookup table", async () => {
    const reference = createReference() ?? "";
    const [create, address] = AddressLookupTableProgram.createLookupTable({
      authority: wallet.keypair.publicKey,
      payer: wallet.keypair.publicKey,
      recentSlot: lab.chain.readHead().slot - 1,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: address,
      authority: wallet.keypair.publicKey,
      payer: wallet.keypair.publicKey,
      addresses: [new PublicKey(reference), lab.treasury.publicKey],
    });
    lab.send([create, extend], { payer: wallet.keypair });
    await lab.advance(2);
    const data = lab.chain.readAccount(address.toBase58(), lab.chain.readHead().slot)?.data ?? new Uint8Array();
    const table = new AddressLookupTableAccount({ key: address, state: AddressLookupTableAccount.deserialize(data) });
    lab.send(lab.writePayments(wallet, { amountBase: AMOUNT, reference }), { payer: wallet.keypair, tables: [table] });
    expect(await readNext()).toMatchObject([{ from: wallet.address, amountBase: AMOUNT, reference, index: 0 }]);
  });

  it("is a transfer with a seed, from the account that is charged", async () => {
    const { publicKey: base } = wallet.keypair;
    const seeded = await PublicKey.createWithSeed(base, "box", SystemProgram.programId);
    const fill = SystemProgram.transfer({ fromPubkey: base, toPubkey: seeded, lamports: RENT + AMOUNT });
    const move = SystemProgram.transfer({
      fromPubkey: seeded,
      basePubkey: base,
      toPubkey: lab.treasury.publicKey,
      lamports: AMOUNT,
      seed: "box",
      programId: SystemProgram.programId,
    });
    lab.send([fill, move], { payer: wallet.keypair });
    expect(await readNext()).toMatchObject([{ from: seeded.toBase58(), amountBase: AMOUNT, reference: null }]);
  });

  it("is a transfer of a transaction of version 1, where a node tells it to those who know that version", async () => {
    const reference = createReference();
    const txHash = lab.sendVersion1(lab.writePayments(wallet, { amountBase: AMOUNT, reference }), wallet.keypair);
    expect(await readNext()).toMatchObject([{ txHash, from: wallet.address, amountBase: AMOUNT, reference }]);
    const ask = async (maxSupportedTransactionVersion: number) => {
      const params = [txHash, { commitment: "confirmed", maxSupportedTransactionVersion }];
      return callJsonRpc(lab.endpoints[0].url, "getTransaction", params);
    };
    await expect(ask(0)).rejects.toMatchObject({ rpcCode: -32_015 });
    expect(await ask(1)).toMatchObject({ version: 1, transaction: { message: { transactionConfig: {} } } });
    expect(await chain.readOutgoing(txHash)).toMatchObject({ kind: "agreed", transaction: null });
  });

  it("is found after transactions of version 1 that pay nothing, and beside accounts of any wealth", async () => {
    const rich = createKeypair("the richest");
    const owner = SystemProgram.programId.toBytes();
    const account = { lamports: 2n ** 63n, owner, data: new Uint8Array(), executable: false };
    lab.chain.fund(rich.publicKey.toBase58(), account);
    const named = [rich.publicKey, lab.treasury.publicKey].map((pubkey) => ({
      pubkey,
      isSigner: false,
      isWritable: false,
    }));
    const poison = SystemProgram.transfer({
      fromPubkey: wallet.keypair.publicKey,
      toPubkey: rich.publicKey,
      lamports: 1,
    });
    poison.keys.push(...named);
    lab.sendVersion1([poison], wallet.keypair);
    lab.send([poison], { payer: wallet.keypair });
    await wallet.pay({ amountBase: AMOUNT });
    const [payment] = lab.writePayments(wallet, { amountBase: AMOUNT });
    if (payment === undefined) throw new Error("no payment");
    payment.keys.push(...named);
    lab.send([payment], { payer: wallet.keypair });
    expect((await readNext()).map(({ amountBase }) => amountBase)).toEqual([AMOUNT, AMOUNT]);
    await lab.advance(2);
    const { position } = await chain.readHead();
    expect(await chain.readTreasury(position - 2n, null)).toMatchObject({
      balanceBase: lab.readBalance(lab.treasury.publicKey.toBase58()),
    });
  });

  it("is read side by side, once where it pays nothing, and in steps of bounded work", async () => {
    const name = () => {
      const other = SystemProgram.transfer({
        fromPubkey: wallet.keypair.publicKey,
        toPubkey: wallet.keypair.publicKey,
        lamports: 1,
      });
      other.keys.push({ pubkey: lab.treasury.publicKey, isSigner: false, isWritable: false });
      lab.send([other], { payer: wallet.keypair });
    };
    const { position } = await chain.readHead();
    const scanner = chain.createScanner();
    for (let count = 0; count < 200; count += 1) name();
    await lab.advance(1);
    let [asked, atOnce, most] = [0, 0, 0];
    lab.endpoints[0].setAnswerLie(async (method, honest) => {
      if (method !== "getTransaction") return honest;
      asked += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      return honest;
    });
    await scanner.read(position);
    expect(asked).toBe(200);
    expect(most).toBe(10);
    await wallet.pay({ amountBase: AMOUNT });
    await lab.advance(1);
    expect(await scanner.read(position)).toMatchObject({ transfers: [{ amountBase: AMOUNT }] });
    expect(asked).toBe(201);
    lab.endpoints[0].setLie(null);

    for (let count = 0; count < 1_000; count += 1) name();
    await lab.advance(1);
    const first = await scanner.read(position);
    if (first.kind !== "part") throw new Error(first.kind);
    expect(first).toMatchObject({ transfers: [{ amountBase: AMOUNT }], hasMore: true });
    scanner.commit();
    const second = await scanner.read(first.last);
    expect(second).toMatchObject({ transfers: [], first: first.last + 1n, hasMore: false });
  });

  it("is not a failed transaction that names the treasury, nor one that pays another", async () => {
    const other = Keypair.generate().publicKey;
    const tooMuch = SystemProgram.transfer({
      fromPubkey: wallet.keypair.publicKey,
      toPubkey: other,
      lamports: 10n ** 15n,
    });
    lab.send([...lab.writePayments(wallet, { amountBase: AMOUNT }), tooMuch], { payer: wallet.keypair });
    const besides = SystemProgram.transfer({ fromPubkey: wallet.keypair.publicKey, toPubkey: other, lamports: RENT });
    besides.keys.push({ pubkey: lab.treasury.publicKey, isSigner: false, isWritable: false });
    lab.send([besides], { payer: wallet.keypair });
    const { slot } = lab.chain.readHead();
    expect(await readNext()).toEqual([]);
    const named = lab.chain.listTransactions(lab.treasury.publicKey.toBase58()).filter((one) => one.slot > slot);
    expect(named.map(({ error }) => error === null)).toEqual([false, true]);
  });

  it("is not money that another instruction moves", async () => {
    await lab.adjustTreasury(7n);
    expect(await readNext()).toEqual([]);
  });

  it("is not a token, sent to the treasury's account for it or gained by closing one, whatever its amount", async () => {
    const { publicKey: treasury } = lab.treasury;
    const mint = createToken("mint");
    const [from, to] = [createToken("from"), createToken("to")];
    const { publicKey: owner } = wallet.keypair;
    lab.send(
      [
        openTokenAccount(owner, mint, MINT_BYTES),
        runToken([20, 9, ...owner.toBytes(), 0], [[mint.publicKey, "writable"]]),
        openTokenAccount(owner, from, HOLDING_BYTES),
        runToken([18, ...owner.toBytes()], [[from.publicKey, "writable"], [mint.publicKey]]),
        openTokenAccount(owner, to, HOLDING_BYTES),
        runToken([18, ...treasury.toBytes()], [[to.publicKey, "writable"], [mint.publicKey]]),
        runToken(
          [7, ...toBytes(AMOUNT)],
          [
            [mint.publicKey, "writable"],
            [from.publicKey, "writable"],
            [owner, "signer"],
          ],
        ),
      ],
      { payer: wallet.keypair, signers: [mint, from, to] },
    );
    await lab.advance(1);
    const txId = lab.send(
      [
        runToken(
          [3, ...toBytes(AMOUNT)],
          [[from.publicKey, "writable"], [to.publicKey, "writable"], [owner, "signer"], [treasury]],
        ),
        runToken(
          [9],
          [
            [from.publicKey, "writable"],
            [treasury, "writable"],
            [owner, "signer"],
          ],
        ),
        // Coins for the holding are its token's business, too.
        SystemProgram.transfer({ fromPubkey: owner, toPubkey: to.publicKey, lamports: AMOUNT }),
      ],
      { payer: wallet.keypair },
    );
    expect(await readNext()).toEqual([]);
    expect(lab.chain.findTransaction(txId)).toMatchObject({ error: null });
    expect(lab.chain.readAccount(to.publicKey.toBase58(), lab.chain.readHead().slot)?.data[64]).toBe(
      Number(AMOUNT & 255n),
    );
  });

  it("is not a text that reads like a transfer", async () => {
    const [transfer] = lab.writePayments(wallet, { amountBase: AMOUNT });
    if (transfer === undefined) throw new Error("no payment");
    // The program wants the signatures of all whom it is given.
    const keys = transfer.keys.map((key) => ({ ...key, isSigner: true, isWritable: false }));
    const text = new TransactionInstruction({ programId: MEMO_PROGRAM, keys, data: transfer.data });
    const txId = lab.send([text], { payer: wallet.keypair, signers: [lab.treasury] });
    expect(await readNext()).toEqual([]);
    expect(lab.chain.findTransaction(txId)).toMatchObject({ error: null });
  });

  it("is not what the treasury sends to itself", async () => {
    const { publicKey } = lab.treasury;
    lab.send([SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1n })], {
      signers: [lab.treasury],
    });
    expect(await readNext()).toEqual([]);
  });

  describe("a proof", () => {
    const account = { tgUserId: 1n, firstName: "Anna", lastName: null, username: null };
    const issuedAt = new Date(1_750_000_000_000);
    const write = (values: object = {}) =>
      chain.writeChallenge({
        publicUrl: "https://hongbao.example",
        address: wallet.address,
        account,
        nonce: "nonce123",
        issuedAt,
        expiresAt: new Date(issuedAt.getTime() + 600_000),
        ...values,
      });
    const judge = (message: string, signature: string, address = wallet.address) =>
      chain.judgeProof(message, { challengeId: "c", signature }, address);

    it("is the signature of the address's own key over the server's text, which names site, account and chain", async () => {
      const message = write();
      expect(await judge(message, signText(message, wallet.keypair))).toBe("proven");
      expect(message).toContain("hongbao.example wants you to sign in with your Solana account:");
      expect(message).toContain(`Chain ID: ${chain.network.id}`);
    });

    it.each([
      ["another site", { publicUrl: "https://hongbao.attack" }],
      ["another account", { account: { ...account, tgUserId: 2n } }],
      ["another challenge", { nonce: "nonce124" }],
      ["another time", { issuedAt: new Date(issuedAt.getTime() + 1) }],
    ])("for %s is refused", async (_, values) => {
      expect(await judge(write(), signText(write(values), wallet.keypair))).toBe("foreign");
    });

    it("for another chain is refused", async () => {
      const message = write();
      const foreign = message.replace(chain.network.id, "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
      expect(foreign).not.toBe(message);
      expect(await judge(message, signText(foreign, wallet.keypair))).toBe("foreign");
    });

    it("by another key, of a small-order key or of the wrong length is refused", async () => {
      const message = write();
      const other = await lab.createWallet();
      expect(await judge(message, signText(message, other.keypair))).toBe("foreign");
      expect(await judge(message, signText(message, wallet.keypair), other.address)).toBe("foreign");
      // With the neutral point as key, R = B and s = 1 fit every message.
      const neutral = Buffer.from([1, ...Buffer.alloc(31)]);
      const forged = encodeBase58(Buffer.concat([Buffer.from([0x58]), Buffer.alloc(31, 0x66), neutral]));
      expect(await judge(message, forged, encodeBase58(neutral))).toBe("foreign");
      expect(await judge(message, "1".repeat(64))).toBe("foreign");
      expect(await judge(message, "")).toBe("foreign");
      expect(await chain.judgeProof(message, { challengeId: "c" }, wallet.address)).toBe("foreign");
    });
  });

  it("knows payers: keys on the curve, not the treasury, and no program's account", async () => {
    expect(chain.parsePayer(wallet.address)).toEqual({ address: wallet.address, addressKey: wallet.address });
    expect(chain.parsePayer(lab.treasury.publicKey.toBase58())).toBeNull();
    const [derived] = PublicKey.findProgramAddressSync([Buffer.from("x")], SystemProgram.programId);
    expect(chain.parsePayer(derived.toBase58())).toBeNull();
    expect(await chain.canSign(wallet.address)).toBe(true);
    expect(await chain.canSign("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")).toBe(false);
  });
});
