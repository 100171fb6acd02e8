import { TronWeb } from "tronweb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain, ChainTransfer } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { countConfirmations } from "#server/chains/facts.ts";
import { parseTxId as parseTronTxId } from "#server/chains/tron/values.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import {
  createStranger,
  startTronLab,
  toHex,
  type TronContract,
  type TronLab,
  type TronLabWallet,
} from "#tests/support/chains/tronLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const AMOUNT = 5_000_000n;
const TOKEN = createStranger("a contract of tokens");
/** `transfer(address,uint256)` of TRC-20, with 32 bytes each. */
const TRC20_TRANSFER = "a9059cbb";
const DAY_MS = 86_400_000;

describe("what arrives on Tron", () => {
  const clock = createTestClock();
  let lab: TronLab;
  let chain: Chain;
  let wallet: TronLabWallet;

  beforeAll(async () => {
    lab = await startTronLab(clock);
    lab.chain.deploy(toHex(TOKEN));
    chain = await lab.connect(...lab.endpoints);
    wallet = await lab.createWallet();
  });
  afterAll(() => lab.stop());
  beforeEach(() => makeHonest(lab));

  const listAt = (position: bigint) => chain.listArrivals({ after: position - 1n, upTo: position });

  /** The transfers of the next block. */
  async function readNext(asked = chain): Promise<readonly ChainTransfer[]> {
    const { position } = await asked.readHead();
    await lab.advance(1);
    const scan = await asked.createScanner().read(position);
    if (scan.kind !== "part") throw new Error(scan.kind);
    return scan.transfers;
  }
  /** A transfer of coins by the wallet. */
  function writeTransfer(to: string, amountBase: bigint): TronContract {
    const value = { owner_address: wallet.hex, to_address: toHex(to), amount: Number(amountBase) };
    return { type: "TransferContract", value };
  }
  function writeCall(data: string, callValue = 0n): TronContract {
    const value = { owner_address: wallet.hex, contract_address: toHex(TOKEN), data, call_value: Number(callValue) };
    return { type: "TriggerSmartContract", value };
  }

  it("is a transfer of the coin, by the account that signed it, in its block", async () => {
    const txHash = await wallet.pay({ amountBase: AMOUNT });
    const { number, id, timeMs } = lab.chain.readHead();
    const [transfer, ...others] = await readNext();
    expect(others).toEqual([]);
    expect(transfer).toEqual({
      txHash,
      index: 0,
      from: wallet.address,
      amountBase: AMOUNT,
      reference: null,
      position: BigInt(number) + 1n,
      ref: lab.chain.readHead().id,
      time: new Date(timeMs + 1_000),
    });
    expect(lab.chain.readHead().parentId).toBe(id);
  });

  it("is one sun, and what came from an address that was new then", async () => {
    await wallet.pay({ amountBase: 1n });
    expect(await readNext()).toMatchObject([{ amountBase: 1n }]);
    const stranger = await lab.createWallet();
    await stranger.pay({ amountBase: AMOUNT });
    expect(await readNext()).toMatchObject([{ from: stranger.address, amountBase: AMOUNT }]);
  });

  it.each([
    ["a text", Buffer.from("for Anna")],
    ["a text in another encoding", Buffer.from("红包", "utf16le")],
    ["bytes that are no text", Buffer.from([0xff, 0x00, 0xc0])],
  ])("comes with a memo of %s, which names no order", async (_, memo) => {
    const txHash = lab.send(wallet.key, writeTransfer(lab.treasury.address, AMOUNT), memo.toString("hex"));
    expect(await readNext()).toMatchObject([{ txHash, amountBase: AMOUNT, reference: null }]);
  });

  it("is not a transfer of another asset (TRC-10), whatever its name and number", async () => {
    for (const name of ["1000001", "TRX", "_"]) {
      lab.send(wallet.key, {
        type: "TransferAssetContract",
        value: {
          owner_address: wallet.hex,
          to_address: lab.treasury.hex,
          asset_name: Buffer.from(name).toString("hex"),
          amount: Number(AMOUNT),
        },
      });
    }
    expect(await readNext()).toEqual([]);
    expect(lab.chain.readHead().txIds).toHaveLength(3);
  });

  it("is not a transfer of tokens (TRC-20), nor coins that a call sends along, though it names the treasury", async () => {
    const receiver = lab.treasury.hex.slice(2).padStart(64, "0");
    const data = TRC20_TRANSFER + receiver + AMOUNT.toString(16).padStart(64, "0");
    lab.send(wallet.key, writeCall(data));
    lab.send(wallet.key, writeCall(data, AMOUNT));
    lab.send(wallet.key, writeCall(lab.treasury.hex));
    expect(await readNext()).toEqual([]);
    expect(lab.chain.readHead().txIds).toHaveLength(3);
  });

  it("is not a transfer to another address whose memo names the treasury", async () => {
    lab.send(wallet.key, writeTransfer(createStranger("somebody"), AMOUNT), lab.treasury.hex);
    lab.send(
      wallet.key,
      writeTransfer(createStranger("somebody"), AMOUNT),
      Buffer.from(lab.treasury.address).toString("hex"),
    );
    expect(await readNext()).toEqual([]);
  });

  it("is not money that comes by no transaction", async () => {
    await lab.adjustTreasury(7n);
    expect(await readNext()).toEqual([]);
  });

  it("is what a fork below the solid block has moved to another block, and is settled there alone", async () => {
    const txHash = await wallet.pay({ amountBase: AMOUNT });
    const [seen] = await readNext();
    const position = seen?.position ?? 0n;
    await lab.drop(1);
    expect(await chain.readRefAt(position)).not.toBe(seen?.ref);
    expect((await listAt(position)).agreed).toEqual([]);
    await lab.sendAgain(txHash);
    expect(await readNext()).toMatchObject([{ txHash, position: position + 1n }]);
    await lab.advance(2);
    expect(await listAt(position)).toMatchObject({ agreed: [], disputed: [] });
    const ref = await chain.readRefAt(position + 1n);
    expect((await listAt(position + 1n)).agreed).toMatchObject([{ txHash, amountBase: AMOUNT, ref }]);
  });

  it("is final when it is solid, and never before it has its confirmations", async () => {
    const slow = await lab.connect(...lab.endpoints);
    const { number } = lab.chain.readHead();
    expect(await slow.readFinal()).toBe(BigInt(number) - 2n);
    expect(lab.chain.readSolid().number).toBe(number - 2);
    expect(countConfirmations(slow, BigInt(number) - 2n, BigInt(number))).toBe(3);
  });

  it.each(["amount", "sender"] as const)("is never read with another %s than was signed", async (kind) => {
    const txId = await wallet.pay({ amountBase: AMOUNT });
    for (const endpoint of lab.endpoints) endpoint.setLie({ kind, txId });
    await expect(readNext()).rejects.toThrow(ChainUnavailable);
    // One honest endpoint is enough to see it, and two settle it.
    lab.endpoints[1].setLie(null);
    const { position } = await chain.readHead();
    const scan = await chain.createScanner().read(position - 1n);
    expect(scan).toMatchObject({ transfers: [{ txHash: txId, from: wallet.address, amountBase: AMOUNT }] });
    await lab.advance(2);
    await expect(listAt(position)).rejects.toThrow(ChainUnavailable);
    lab.endpoints[0].setLie(null);
    expect((await listAt(position)).agreed).toMatchObject([{ amountBase: AMOUNT }]);
  });

  it("is disputed where one endpoint says that it failed", async () => {
    const txId = await wallet.pay({ amountBase: AMOUNT });
    await readNext();
    const { position } = await chain.readHead();
    await lab.advance(2);
    lab.endpoints[1].setLie({ kind: "failed", txId });
    expect(await listAt(position)).toMatchObject({ agreed: [], disputed: [{ txHash: txId }] });
    lab.endpoints[0].setLie({ kind: "failed", txId });
    expect(await listAt(position)).toMatchObject({ agreed: [], disputed: [] });
  });

  it("is summed up in the treasury at the newest solid block, on which two endpoints must agree", async () => {
    await lab.advance(3);
    const before = lab.readBalance(lab.treasury.address);
    await wallet.pay({ amountBase: AMOUNT });
    await lab.advance(1);
    const head = BigInt(lab.chain.readHead().number);
    expect(await chain.readTreasury(0n, null)).toEqual({ position: head - 2n, balanceBase: before });
    await lab.advance(2);
    expect(await chain.readTreasury(0n, null)).toEqual({ position: head, balanceBase: before + AMOUNT });
    lab.endpoints[1].setLie({ kind: "behind", blocks: 1 });
    expect(await chain.readTreasury(0n, null)).toBeNull();
  });

  it("knows payers: addresses with a key, not the treasury and no contract", async () => {
    expect(chain.parsePayer(wallet.address)).toEqual({ address: wallet.address, addressKey: wallet.address });
    expect(chain.parsePayer(lab.treasury.address)).toBeNull();
    expect(chain.parsePayer(wallet.hex)).toBeNull();
    expect(await chain.canSign(wallet.address)).toBe(true);
    expect(await chain.canSign(createStranger("nobody yet"))).toBe(true);
    expect(await chain.canSign(TOKEN)).toBe(false);
  });

  it("is called by an id in any spelling of its hex digits", () => {
    const id = "0123456789abcdef".repeat(4);
    expect([id, id.toUpperCase(), `0x${id}`].map(parseTronTxId)).toEqual([id, id, id]);
    expect([id.slice(1), `${id}0`, `0X${id}`, `${id.slice(1)}g`, ` ${id}`].map(parseTronTxId)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  describe("a payment that the server builds", () => {
    const build = async (amountBase = AMOUNT) => {
      const order = { from: wallet.address, to: lab.treasury.address, amountBase, reference: null };
      const { signing, maxFeeBase } = await chain.buildPayment(order);
      if (signing.kind !== "tron") throw new Error("a payment of Tron");
      return { transaction: signing.transaction, maxFeeBase };
    };
    async function send({ transaction }: { transaction: unknown }) {
      const tronWeb = new TronWeb({ fullHost: lab.nodeUrl, privateKey: wallet.key });
      const signed = await tronWeb.trx.sign(transaction as Parameters<typeof tronWeb.trx.sign>[0] as never, wallet.key);
      const told = await tronWeb.trx.sendRawTransaction(signed);
      return { txHash: (signed as { txID: string }).txID, told };
    }

    it("is signed by TronWeb as it is, without a memo, and arrives", async () => {
      const built = await build();
      expect(built.transaction).not.toHaveProperty("raw_data.data");
      const { txHash, told } = await send(built);
      expect(told).toMatchObject({ result: true });
      expect(await readNext()).toMatchObject([{ txHash, from: wallet.address, amountBase: AMOUNT }]);
    });

    it("is never one transaction with another one that is equal", async () => {
      expect(await build()).not.toEqual(await build());
    });

    it("lands also where a fork has replaced the newest block meanwhile", async () => {
      await lab.advance(1);
      const built = await build();
      await lab.drop(1);
      const { txHash, told } = await send(built);
      expect(told).toMatchObject({ result: true });
      expect(await readNext()).toMatchObject([{ txHash }]);
    });

    it("cannot land after ten minutes: the node refuses it", async () => {
      const built = await build();
      clock.advance(600_000);
      await lab.advance(1);
      expect((await send(built)).told).toMatchObject({ code: "TRANSACTION_EXPIRATION_ERROR" });
      expect(await readNext()).toEqual([]);
    });

    it("costs nothing while its wallet has free bandwidth, and its bytes after that", async () => {
      clock.advance(DAY_MS);
      await lab.advance(1);
      const { maxFeeBase } = await build();
      expect(maxFeeBase).toBe(0n);
      await wallet.pay({ amountBase: 1n });
      await wallet.pay({ amountBase: 1n });
      await lab.advance(1);
      const later = await build();
      expect(later.maxFeeBase).toBeGreaterThan(250_000n);
      const before = lab.readBalance(wallet.address);
      expect((await send(later)).told).toMatchObject({ result: true });
      await lab.advance(1);
      expect(before - lab.readBalance(wallet.address)).toBe(AMOUNT + later.maxFeeBase);
    });
  });
});
