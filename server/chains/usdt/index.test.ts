import { createServer, type Server } from "node:http";
import { Address, beginCell } from "@ton/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { readJson } from "#devnet/http/readJson.ts";
import { TON_TREASURY } from "#tests/support/chains/tonMnemonic.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createChain } from "../createChain.ts";
import { USDT } from "./index.ts";
import { locateJettonWallet } from "./jettonWallet.ts";
import { MAIN_JETTON } from "./settings.ts";

const MAIN_GENESIS = "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=";
const HASH = Buffer.alloc(32).toString("base64");
const SOMEBODY = new Address(0, Buffer.alloc(32, 0x5b));
const PINNED = locateJettonWallet(MAIN_JETTON, Address.parse(TON_TREASURY));

const parseAddress = (value: unknown) => Address.parse(String(value));

describe("the treasury's jetton wallet on the main network", () => {
  /** What each of two nodes says: the wallet that the master names, and accounts that have code, or coins. */
  let named: [Address, Address];
  let deployed: Address[];
  let fuelBase: bigint;
  let servers: Server[];
  let urls: string[];
  let logged: string[];

  function answer(place: 0 | 1, method: string, params: Record<string, unknown>): unknown {
    switch (method) {
      case "getMasterchainInfo":
        return { init: { root_hash: MAIN_GENESIS }, last: { seqno: 7, root_hash: HASH } };
      case "getBlockHeader":
        return { global_id: -239, id: { seqno: 7, root_hash: HASH }, gen_utime: 1_790_000_000 };
      case "getAddressInformation": {
        const address = parseAddress(params["address"]);
        return {
          balance: String(address.equals(Address.parse(TON_TREASURY)) ? fuelBase : 1_000_000n),
          state: deployed.some((known) => known.equals(address)) ? "active" : "uninitialized",
          code: "",
          data: "",
          last_transaction_id: { lt: "5", hash: HASH },
          block_id: { seqno: 7 },
        };
      }
      case "runGetMethod": {
        expect(params).toMatchObject({ address: MAIN_JETTON.master.toRawString(), method: "get_wallet_address" });
        const bytes = beginCell().storeAddress(named[place]).endCell().toBoc().toString("base64");
        // One version of nodes calls it a cell, another one a slice.
        return { exit_code: 0, stack: [[place === 0 ? "cell" : "slice", { bytes }]] };
      }
      default:
        throw new Error(`unknown method ${method}`);
    }
  }

  beforeEach(async () => {
    named = [PINNED, PINNED];
    deployed = [];
    fuelBase = 0n;
    logged = [];
    servers = ([0, 1] as const).map((place) =>
      createServer((request, response) => {
        const reply = async () => {
          const { method, params } = (await readJson(request)) as { method: string; params: Record<string, unknown> };
          const result = answer(place, method, params);
          response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result }));
        };
        reply().catch(() => request.destroy());
      }),
    );
    urls = await Promise.all(servers.map(async (server) => `http://127.0.0.1:${await listenLocally(server, 0)}`));
  });
  afterEach(() => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  const open = () =>
    createChain(
      USDT,
      {
        endpoints: urls.map((url) => ({ url, apiKey: null })),
        treasuryAddress: TON_TREASURY,
        oldTreasuryAddresses: [],
        confirmations: 1,
        explorerTx: null,
        proofDomain: "hongbao.example",
        signer: null,
        wallet: null,
        jetton: MAIN_JETTON,
        payoutFeeBase: 100_000n,
        gramTreasuries: [],
        fuelAddresses: [],
      },
      { ...silentLogger, warn: (_, message) => void logged.push(message) },
    );

  it("is the one that two endpoints and the pinned code name", async () => {
    expect(await open()).toMatchObject({ isLocal: false, coinType: "usdt" });
    named[1] = SOMEBODY;
    await expect(open()).rejects.toThrow("the chain of usdt cannot be reached");
    expect(logged).toEqual([]);
  });

  it("is refused where the settings name another contract, and read on where its issuer has changed it since", async () => {
    named = [SOMEBODY, SOMEBODY];
    await expect(open()).rejects.toThrow("USDT_MASTER_ADDRESS names another jetton wallet");
    expect(logged).toEqual([]);
    deployed = [PINNED];
    expect(await open()).toMatchObject({ coinType: "usdt" });
    expect(logged).toEqual([
      "the contract of USDT names another jetton wallet for the treasury than the one that is read",
    ]);
  });

  it("may be empty at the first start, where the treasury has fuel", async () => {
    const chain = await open();
    expect([await chain.isFunded(TON_TREASURY), await chain.readBalance(TON_TREASURY)]).toEqual([false, 0n]);
    fuelBase = 1n;
    expect(await chain.isFunded(TON_TREASURY)).toBe(true);
  });
});
