import type { Server } from "node:http";
import { TronWeb, utils } from "tronweb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listenLocally } from "../http/listenLocally.ts";
import { createTronServer } from "./createTronServer.ts";
import { TREASURY_ADDRESS, TREASURY_KEY, USER_KEYS, SOLID_LAG } from "./settings.ts";
import { TronChain } from "./tronChain.ts";

const START_MS = 1_750_000_000_000;
const BLOCK_MS = 3_000;
const SUN = 1_000_000;
const [ANNAS_KEY = "", BOS_KEY = ""] = USER_KEYS;
const ANNA = String(TronWeb.address.fromPrivateKey(ANNAS_KEY));
const BO = String(TronWeb.address.fromPrivateKey(BOS_KEY));
const TOKEN = TronWeb.address.fromHex(`41${"7".repeat(40)}`);
const BROKEN = TronWeb.address.fromHex(`41${"8".repeat(40)}`);

const toHex = (address: string): string => TronWeb.address.toHex(address).toLowerCase();

describe("the local node of Tron, by tronweb", () => {
  let chain: TronChain;
  let server: Server;
  let fullHost: string;
  let tronWeb: TronWeb;
  let timeMs = START_MS;
  let strangers = 0;

  beforeAll(async () => {
    chain = TronChain.create("test", timeMs, SOLID_LAG);
    chain.fund(toHex(ANNA), 1_000 * SUN);
    chain.fund(toHex(TREASURY_ADDRESS), SUN);
    chain.deploy(toHex(TOKEN));
    chain.deploy(toHex(BROKEN), "REVERT");
    server = createTronServer(chain);
    fullHost = `http://127.0.0.1:${await listenLocally(server, 0)}`;
    tronWeb = new TronWeb({ fullHost, privateKey: ANNAS_KEY });
    seal(5);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  function seal(blocks = 1): void {
    for (let block = 0; block < blocks; block += 1) {
      timeMs += BLOCK_MS;
      chain.seal(timeMs);
    }
  }

  async function ask(path: string, body: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${fullHost}/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await response.json()) as Record<string, unknown>;
  }

  const createStranger = (): string => {
    strangers += 1;
    return TronWeb.address.fromHex(`41${strangers.toString(16).padStart(40, "a")}`);
  };
  const build = (to: string, amount: number) => tronWeb.transactionBuilder.sendTrx(to, amount, ANNA);
  const sign = async (to: string, amount: number) => tronWeb.trx.sign(await build(to, amount), ANNAS_KEY);
  type Signed = Awaited<ReturnType<typeof sign>>;
  const readCode = async (signed: unknown): Promise<unknown> => {
    const told = (await tronWeb.trx.sendRawTransaction(signed as Signed)) as { result?: boolean; code?: unknown };
    return told.result === true ? "taken" : told.code;
  };

  it("has the treasury at the address of its key", () => {
    expect(TronWeb.address.fromPrivateKey(TREASURY_KEY)).toBe(TREASURY_ADDRESS);
  });

  it("takes a payment, and tells of it by block, id and account", async () => {
    const before = await tronWeb.trx.getUnconfirmedBalance(TREASURY_ADDRESS);
    const { txid } = await tronWeb.trx.sendTransaction(TREASURY_ADDRESS, 2 * SUN);
    await expect(tronWeb.trx.getTransaction(txid)).rejects.toThrow(/not found/i);
    seal();
    const block = await tronWeb.trx.getCurrentBlock();
    const [transaction] = block.transactions ?? [];
    expect(transaction).toMatchObject({ txID: txid, ret: [{ contractRet: "SUCCESS" }] });
    expect(transaction?.raw_data.contract[0]?.parameter.value).toEqual({
      amount: 2 * SUN,
      owner_address: toHex(ANNA),
      to_address: toHex(TREASURY_ADDRESS),
    });
    expect(await tronWeb.trx.getUnconfirmedBalance(TREASURY_ADDRESS)).toBe(before + 2 * SUN);
    const { number } = block.block_header.raw_data;
    expect((await tronWeb.trx.getBlockByNumber(number)).blockID).toBe(block.blockID);
    expect((await tronWeb.trx.getBlockByHash(block.blockID)).blockID).toBe(block.blockID);
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toMatchObject({ id: txid, blockNumber: number });
    const list = await (await fetch(`${fullHost}/v1/accounts/${TREASURY_ADDRESS}/transactions?only_to=true`)).json();
    expect(list).toMatchObject({ success: true, data: [{ txID: txid, blockNumber: number }] });
  });

  it("has it solid some blocks later", async () => {
    const { txid } = await tronWeb.trx.sendTransaction(TREASURY_ADDRESS, SUN);
    seal();
    expect(await tronWeb.trx.getTransactionInfo(txid)).toEqual({});
    await expect(tronWeb.trx.getConfirmedTransaction(txid)).rejects.toThrow(/not found/i);
    seal(3);
    expect(await tronWeb.trx.getTransactionInfo(txid)).toMatchObject({ id: txid });
    expect((await tronWeb.trx.getConfirmedTransaction(txid)).txID).toBe(txid);
    const solid = await tronWeb.trx.getConfirmedCurrentBlock();
    expect(solid.block_header.raw_data.number).toBe(chain.readHead().number - 3);
  });

  it("takes a whole transaction in hex, and one that the node made", async () => {
    const unsigned = await ask("wallet/createtransaction", {
      owner_address: toHex(ANNA),
      to_address: toHex(TREASURY_ADDRESS),
      amount: 7,
    });
    const signed = await tronWeb.trx.sign(unsigned as unknown as Signed, ANNAS_KEY);
    const raw = Buffer.from(signed.raw_data_hex, "hex");
    const whole = Buffer.concat([
      Buffer.from([0x0a, ...(raw.length < 128 ? [raw.length] : [(raw.length & 127) | 128, raw.length >> 7])]),
      raw,
      Buffer.from([0x12, 65]),
      Buffer.from(signed.signature[0] ?? "", "hex"),
    ]);
    expect(await tronWeb.trx.sendHexTransaction(whole.toString("hex"))).toMatchObject({
      result: true,
      txid: signed.txID,
    });
    seal();
    expect((await tronWeb.trx.getTransaction(signed.txID)).raw_data_hex).toBe(signed.raw_data_hex);
  });

  it("takes bandwidth from the free allowance, then burns for it, and for activation and memos", async () => {
    seal(Math.ceil(86_400_000 / BLOCK_MS / 1_000));
    timeMs += 86_400_000;
    seal();
    const readFee = async (signed: Signed): Promise<number> => {
      expect(await readCode(signed)).toBe("taken");
      seal();
      return ((await tronWeb.trx.getUnconfirmedTransactionInfo(signed.txID)) as { fee?: number }).fee ?? 0;
    };
    expect(await readFee(await sign(TREASURY_ADDRESS, 10))).toBe(0);
    expect((await tronWeb.trx.getAccountResources(ANNA)).freeNetUsed).toBeGreaterThan(250);
    expect(await tronWeb.trx.getBandwidth(ANNA)).toBeLessThan(350);
    expect(await readFee(await sign(TREASURY_ADDRESS, 11))).toBe(0);
    const burnt = await readFee(await sign(TREASURY_ADDRESS, 12));
    expect(burnt).toBeGreaterThan(250_000);
    expect(burnt).toBeLessThan(300_000);
    const before = await tronWeb.trx.getUnconfirmedBalance(ANNA);
    expect(await readFee(await sign(createStranger(), 13))).toBe(1_100_000);
    expect(await tronWeb.trx.getUnconfirmedBalance(ANNA)).toBe(before - 13 - 1_100_000);
    const noted = await tronWeb.transactionBuilder.addUpdateData(await build(TREASURY_ADDRESS, 14), "hello", "utf8");
    expect(await readFee(await tronWeb.trx.sign(noted, ANNAS_KEY))).toBeGreaterThan(1_250_000);
    const parameters = await tronWeb.trx.getChainParameters();
    expect(parameters).toContainEqual({ key: "getMemoFee", value: 1_000_000 });
  });

  it("holds transfers of tokens and calls of contracts that move no coins", async () => {
    const before = await tronWeb.trx.getUnconfirmedBalance(TREASURY_ADDRESS);
    const token = await tronWeb.transactionBuilder.sendToken(TREASURY_ADDRESS, 5, "1000001", ANNA);
    expect(await readCode(await tronWeb.trx.sign(token, ANNAS_KEY))).toBe("taken");
    seal();
    const call = {
      raw_data: {
        ...(await build(TREASURY_ADDRESS, 1)).raw_data,
        contract: [
          {
            parameter: {
              value: { owner_address: toHex(ANNA), contract_address: toHex(BROKEN), data: "a9059cbb", call_value: 9 },
              type_url: "type.googleapis.com/protocol.TriggerSmartContract",
            },
            type: "TriggerSmartContract",
          },
        ],
      },
      visible: false,
    };
    const pb = utils.transaction.txJsonToPb(call);
    const txID = utils.transaction.txPbToTxID(pb).replace("0x", "");
    const signed = utils.crypto.signTransaction(ANNAS_KEY, { ...call, txID });
    expect(await readCode(signed)).toBe("taken");
    seal();
    expect((await tronWeb.trx.getTransaction(txID)).ret).toEqual([{ contractRet: "REVERT" }]);
    expect(await tronWeb.trx.getUnconfirmedBalance(TREASURY_ADDRESS)).toBe(before);
    expect(await tronWeb.trx.getUnconfirmedBalance(BROKEN)).toBe(0);
    expect(await ask("wallet/getcontract", { value: toHex(TOKEN) })).toEqual({ contract_address: toHex(TOKEN) });
    expect(await ask("wallet/getaccount", { address: TOKEN, visible: true })).toMatchObject({ type: "Contract" });
  });

  it("knows addresses, accounts and itself", async () => {
    expect(await ask("wallet/validateaddress", { address: ANNA })).toMatchObject({ result: true });
    expect(await ask("wallet/validateaddress", { address: `${ANNA.slice(0, -1)}x` })).toMatchObject({ result: false });
    expect(await tronWeb.trx.getAccount(createStranger())).toEqual({});
    expect(await ask("wallet/getaccountnet", { address: toHex(ANNA) })).toMatchObject({ freeNetLimit: 600 });
    expect(await tronWeb.trx.getNodeInfo()).toMatchObject({
      block: `Num:${chain.readHead().number},ID:${chain.readHead().id}`,
    });
    expect(await tronWeb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
    const first = await tronWeb.trx.getBlockByNumber(0);
    expect(first.blockID.startsWith("0".repeat(16))).toBe(true);
    expect(first.block_header.raw_data.number).toBeUndefined();
  });

  describe("gives an account to other keys", () => {
    const [ownKey, otherKey] = ["6".repeat(64), "5".repeat(64)];
    const [own, other] = [ownKey, otherKey].map((key) => String(TronWeb.address.fromPrivateKey(key))) as [
      string,
      string,
    ];
    const operations = "02".padEnd(64, "0");
    type Weights = Readonly<Record<string, number>>;
    const toKeys = (weights: Weights) => Object.entries(weights).map(([address, weight]) => ({ address, weight }));
    const buildUpdate = (threshold: number, owners: Weights, actives: Weights, allowed = operations) => {
      const active = {
        type: 2,
        id: 2,
        permission_name: "pays",
        threshold: 1,
        operations: allowed,
        keys: toKeys(actives),
      };
      const owner = { type: 0, id: 0, permission_name: "owner", threshold, keys: toKeys(owners) };
      return tronWeb.transactionBuilder.updateAccountPermissions(own, owner, undefined, [active]);
    };
    const pay = (amount: number, permissionId = 0) =>
      tronWeb.transactionBuilder.sendTrx(TREASURY_ADDRESS, amount, own, { permissionId });
    const multiSign = async (unsigned: unknown, ...keys: string[]) => {
      let signed = unsigned as Signed;
      for (const key of keys) signed = (await tronWeb.trx.multiSign(signed, key)) as Signed;
      return signed;
    };

    it("for 100 TRX, with weights of 64 bits, and tells it to everybody", async () => {
      chain.fund(toHex(own), 200 * SUN);
      expect((await tronWeb.trx.getUnconfirmedAccount(own)).owner_permission).toMatchObject({
        threshold: 1,
        keys: [{ address: toHex(own), weight: 1 }],
      });
      const unsigned = await buildUpdate(2 ** 60, { [own]: 2 ** 60 - 1024, [other]: 1024 }, { [other]: 1 });
      expect(await readCode(await tronWeb.trx.sign(unsigned, ownKey))).toBe("taken");
      seal();
      expect(await tronWeb.trx.getUnconfirmedBalance(own)).toBe(100 * SUN);
      const told = await (
        await fetch(`${fullHost}/wallet/getaccount`, { method: "POST", body: JSON.stringify({ address: toHex(own) }) })
      ).text();
      expect(told).toContain('"threshold":1152921504606846976');
      expect(told).toContain(`{"address":"${toHex(own)}","weight":1152921504606845952}`);
      const parsed = JSON.parse(told) as { active_permission: unknown };
      expect(parsed.active_permission).toEqual([
        {
          type: "Active",
          id: 2,
          permission_name: "pays",
          threshold: 1,
          operations,
          keys: [{ address: toHex(other), weight: 1 }],
        },
      ]);
    });

    it("who then sign together, or alone what they were allowed", async () => {
      expect(await readCode(await tronWeb.trx.sign(await pay(1), ownKey))).toBe("SIGERROR");
      const weighed = await tronWeb.trx.getSignWeight(await tronWeb.trx.sign(await pay(2), ownKey));
      expect(weighed).toMatchObject({ result: { code: "NOT_ENOUGH_PERMISSION" }, approved_list: [toHex(own)] });
      const before = await tronWeb.trx.getUnconfirmedBalance(own);
      const together = await multiSign(await pay(3), ownKey, otherKey);
      expect(await readCode(together)).toBe("taken");
      seal();
      // A second signature costs 1 TRX.
      expect(before - (await tronWeb.trx.getUnconfirmedBalance(own))).toBeGreaterThanOrEqual(3 + SUN);
      expect(await readCode(await tronWeb.trx.sign(await pay(4, 2), ownKey))).toBe("SIGERROR");
      // The client signs for no other address, except with `multiSign`, which asks the node first.
      expect(await readCode(utils.crypto.signTransaction(otherKey, await pay(5, 3)))).toBe("SIGERROR");
      expect(await readCode(await multiSign(await pay(6, 2), otherKey))).toBe("taken");
      const token = await tronWeb.transactionBuilder.sendToken(TREASURY_ADDRESS, 5, "1000001", own, {
        permissionId: 2,
      });
      expect(await readCode(utils.crypto.signTransaction(otherKey, token))).toBe("SIGERROR");
      seal();
    });

    it("but not to nobody, to the same key twice, for more than all their weight, or for what is no contract", async () => {
      const send = async (...update: Parameters<typeof buildUpdate>) => {
        chain.fund(toHex(own), 200 * SUN);
        return readCode(await multiSign(await buildUpdate(...update), ownKey, otherKey));
      };
      expect(await send(3, { [own]: 1, [other]: 1 }, { [own]: 1 })).toBe("CONTRACT_VALIDATE_ERROR");
      expect(await send(2 ** 62, { [own]: 2 ** 62, [other]: 2 ** 62 }, { [own]: 1 })).toBe("CONTRACT_VALIDATE_ERROR");
      expect(await send(1, { [own]: 1, [toHex(own)]: 1 }, { [own]: 1 })).toBe("CONTRACT_VALIDATE_ERROR");
      expect(await send(1, { [own]: 1 }, { [own]: 1 }, "ff".repeat(32))).toBe("CONTRACT_VALIDATE_ERROR");
      expect(await send(1, { [own]: 1 }, { [own]: 1 })).toBe("taken");
    });
  });

  describe("refuses", () => {
    it("a signature of another key, and none", async () => {
      const unsigned = await build(TREASURY_ADDRESS, 20);
      const forged = utils.crypto.signTransaction(BOS_KEY, { ...unsigned });
      expect(await readCode(forged)).toBe("SIGERROR");
      expect(await readCode({ ...forged, signature: [] })).toBe("SIGERROR");
      expect(await readCode({ ...forged, signature: ["00".repeat(65)] })).toBe("SIGERROR");
    });

    it("an amount that was changed after signing", async () => {
      const signed = structuredClone(await sign(TREASURY_ADDRESS, 21));
      const value = signed.raw_data.contract[0]?.parameter.value as unknown as { amount: number };
      value.amount = 20_000;
      expect(await readCode(signed)).toBe("SIGERROR");
    });

    it("a reference to a block that is not in the chain", async () => {
      const { timestamp, expiration } = (await build(TREASURY_ADDRESS, 22)).raw_data;
      const blockHeader = { ref_block_bytes: "0001", ref_block_hash: "12".repeat(8), timestamp, expiration };
      const unsigned = await tronWeb.transactionBuilder.sendTrx(TREASURY_ADDRESS, 22, ANNA, { blockHeader });
      expect(await readCode(await tronWeb.trx.sign(unsigned, ANNAS_KEY))).toBe("TAPOS_ERROR");
    });

    it("a transaction of another chain", async () => {
      const other = TronChain.create("another", START_MS, SOLID_LAG);
      other.fund(toHex(ANNA), 1_000 * SUN);
      for (let block = 1; block <= 5; block += 1) other.seal(START_MS + block * BLOCK_MS);
      const foreign = createTronServer(other);
      const foreignHost = `http://127.0.0.1:${await listenLocally(foreign, 0)}`;
      onTestFinished(() => {
        foreign.close();
        foreign.closeAllConnections();
      });
      const there = new TronWeb({ fullHost: foreignHost, privateKey: ANNAS_KEY });
      const signed = await there.trx.sign(await there.transactionBuilder.sendTrx(TREASURY_ADDRESS, 26, ANNA));
      expect(await readCode(signed)).toBe("TAPOS_ERROR");
    });

    it("what has expired, and what would live for more than a day", async () => {
      const signed = await sign(TREASURY_ADDRESS, 23);
      seal(21);
      expect(await readCode(signed)).toBe("TRANSACTION_EXPIRATION_ERROR");
      const { ref_block_bytes, ref_block_hash, timestamp } = (await build(TREASURY_ADDRESS, 24)).raw_data;
      const blockHeader = { ref_block_bytes, ref_block_hash, timestamp, expiration: timestamp + 86_400_001 };
      const long = await tronWeb.transactionBuilder.sendTrx(TREASURY_ADDRESS, 24, ANNA, { blockHeader });
      expect(await readCode(await tronWeb.trx.sign(long, ANNAS_KEY))).toBe("TRANSACTION_EXPIRATION_ERROR");
    });

    it("the same transaction again, waiting or in a block", async () => {
      const signed = await sign(TREASURY_ADDRESS, 25);
      expect(await readCode(signed)).toBe("taken");
      expect(await readCode(signed)).toBe("DUP_TRANSACTION_ERROR");
      seal();
      expect(await readCode(signed)).toBe("DUP_TRANSACTION_ERROR");
    });

    it("to move more than there is, also together with what waits", async () => {
      const balance = await tronWeb.trx.getUnconfirmedBalance(ANNA);
      expect(await readCode(await sign(TREASURY_ADDRESS, balance - SUN))).toBe("taken");
      expect(await readCode(await sign(TREASURY_ADDRESS, 2 * SUN))).toBe("CONTRACT_VALIDATE_ERROR");
      chain.fund(toHex(ANNA), balance);
      seal();
      const created = { owner_address: toHex(ANNA), to_address: toHex(TREASURY_ADDRESS), amount: 10 ** 15 };
      expect(String((await ask("wallet/createtransaction", created))["Error"])).toMatch(/balance is not sufficient/);
    });

    it("a sender without an account or without coins for bandwidth, and coins for a contract or oneself", async () => {
      const unsigned = await tronWeb.transactionBuilder.sendTrx(TREASURY_ADDRESS, 1, BO);
      expect(await readCode(await tronWeb.trx.sign(unsigned, BOS_KEY))).toBe("CONTRACT_VALIDATE_ERROR");
      chain.fund(toHex(BO), 100);
      const stranger = await tronWeb.transactionBuilder.sendTrx(createStranger(), 1, BO);
      expect(await readCode(await tronWeb.trx.sign(stranger, BOS_KEY))).toBe("BANDWITH_ERROR");
      expect(await readCode(await sign(TOKEN, 1))).toBe("CONTRACT_VALIDATE_ERROR");
      await expect(build(ANNA, 1)).rejects.toThrow(/same account/);
      const self = { owner_address: toHex(ANNA), to_address: toHex(ANNA), amount: 1 };
      expect(String((await ask("wallet/createtransaction", self))["Error"])).toMatch(/to yourself/);
    });

    it("what is no transaction, an unknown method, block, address and contract", async () => {
      expect(await ask("wallet/broadcasttransaction", { raw_data: {} })).toMatchObject({ code: "OTHER_ERROR" });
      expect(await tronWeb.trx.sendHexTransaction("abcd")).toMatchObject({ code: "OTHER_ERROR" });
      expect((await fetch(`${fullHost}/wallet/toString`)).status).toBe(404);
      expect((await fetch(`${fullHost}/walletsolidity/broadcasttransaction`)).status).toBe(404);
      await expect(tronWeb.trx.getBlockByNumber(1_000_000)).rejects.toThrow(/not found/i);
      expect(await ask("wallet/getaccount", { address: "nonsense" })).toMatchObject({
        Error: expect.any(String) as string,
      });
      const freeze = await tronWeb.transactionBuilder.freezeBalanceV2(5 * SUN, "BANDWIDTH", ANNA);
      expect(await readCode(await tronWeb.trx.sign(freeze, ANNAS_KEY))).toBe("CONTRACT_VALIDATE_ERROR");
    });
  });

  it("forgets the newest blocks and what they held, and may hold it again", async () => {
    const signed = await sign(TREASURY_ADDRESS, 30);
    expect(await readCode(signed)).toBe("taken");
    seal();
    const before = chain.readHead();
    chain.drop(1);
    expect(chain.readHead().number).toBe(before.number);
    expect(chain.readHead().id).not.toBe(before.id);
    expect(chain.findTransaction(signed.txID)).toBeNull();
    expect(await readCode(signed)).toBe("taken");
    seal();
    expect(chain.findTransaction(signed.txID)).not.toBeNull();
  });

  it("is the same chain after a restart", () => {
    const restored = TronChain.load(
      JSON.parse(JSON.stringify(chain.save())) as ReturnType<TronChain["save"]>,
      SOLID_LAG,
    );
    expect(restored.readHead()).toEqual(chain.readHead());
    expect(restored.findBlock(0)).toEqual(chain.findBlock(0));
    expect(restored.readAccount(toHex(ANNA))).toEqual(chain.readAccount(toHex(ANNA)));
    expect(restored.listTransactions(toHex(ANNA))).toEqual(chain.listTransactions(toHex(ANNA)));
    expect(restored.seal(timeMs + BLOCK_MS).number).toBe(chain.readHead().number + 1);
  });
});
