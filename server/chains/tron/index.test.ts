import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { createTronServer } from "#devnet/tron/createTronServer.ts";
import { TronChain } from "#devnet/tron/tronChain.ts";
import { SOLID_LAG } from "#devnet/tron/settings.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { ChainUnavailable } from "../chainUnavailable.ts";
import { createChain } from "../createChain.ts";
import { TRON } from "./index.ts";
import type { Endpoint } from "../settings.ts";
import { readKeyAddress } from "./settings.ts";

const TREASURY = readKeyAddress("7".repeat(64)) ?? "";

describe("a connection to Tron", () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    return `http://127.0.0.1:${await listenLocally(server, 0)}`;
  }
  function connect(...endpoints: readonly Endpoint[]) {
    const config = {
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: 3,
      explorerTx: null,
      signer: null,
    };
    return createChain(TRON, { ...config, endpoints }, silentLogger);
  }
  const createNode = (seed: string) => TronChain.create(seed, 1_750_000_000_000, SOLID_LAG);

  it("is named by the node's first block, and pays nothing out without a signer", async () => {
    const node = createNode("a");
    const chain = await connect({ url: await listen(createTronServer(node)), apiKey: null });
    const genesis = node.readHead().id;
    expect(chain.network).toEqual({ id: `tron:0x${genesis.slice(-8)}`, name: "Tron (local)" });
    expect(["tron:0x2b6653dc", "tron:0xcd8690dc", "tron:0x0"].map(chain.nameNetwork)).toEqual([
      "Tron",
      "Tron Nile",
      "Tron (local)",
    ]);
    expect([chain.isLocal, await chain.readGenesis(), chain.payouts]).toEqual([true, genesis, null]);
  });

  it("gives each node its own key, and no other one's", async () => {
    const keys = new Map<string, unknown>();
    const nodes = ["first", "second"].map(async (name) => {
      const inner = await listen(createTronServer(createNode("a")));
      const proxy = createServer((request, response) => {
        keys.set(name, request.headers["tron-pro-api-key"]);
        fetch(`${inner}${request.url}`, { method: "POST", body: '{"num":0}' }).then(
          async (answer) => response.end(await answer.text()),
          () => response.destroy(),
        );
      });
      return listen(proxy);
    });
    const [first = "", second = ""] = await Promise.all(nodes);
    await connect({ url: first, apiKey: null }, { url: second, apiKey: "the-key" });
    expect([keys.get("first"), keys.get("second")]).toEqual([undefined, "the-key"]);
  });

  it("is refused where the nodes are of different chains, or none answers", async () => {
    const urls = [await listen(createTronServer(createNode("a"))), await listen(createTronServer(createNode("b")))];
    const endpoints = urls.map((url) => ({ url, apiKey: null }));
    await expect(connect(...endpoints)).rejects.toThrow(/TRON_API_URLS are of different chains/);
    await expect(connect({ url: "http://127.0.0.1:1", apiKey: null })).rejects.toThrow(/no RPC endpoint/);
  });

  it("is unavailable where a node answers an error, another block or another account", async () => {
    const node = createNode("a");
    const inner = await listen(createTronServer(node));
    let lie: unknown = null;
    const proxy = createServer((request, response) => {
      const ask = async (): Promise<string> => {
        if (lie !== null) return JSON.stringify(lie);
        return (await fetch(`${inner}${request.url}`, { method: "POST", body: '{"num":0}' })).text();
      };
      ask().then(
        (text) => response.end(text),
        () => response.destroy(),
      );
    });
    const chain = await connect({ url: await listen(proxy), apiKey: null });
    for (const answer of [{ Error: "class org.tron.core.exception" }, [], { address: `41${"1".repeat(40)}` }, 5]) {
      lie = answer;
      await expect(chain.canSign(TREASURY)).rejects.toThrow(ChainUnavailable);
      await expect(chain.readRefAt(3n)).rejects.toThrow(ChainUnavailable);
    }
  });
});
