import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";
import { requireChain } from "./chains.ts";
import { checkChainIdentity } from "./checkChainIdentity.ts";
import type { Chain } from "./chain.ts";

const hashOf = (block: bigint, salt = "a") => `0x${salt}${block.toString(16).padStart(63, "0")}`;

describe("the network and treasury of a database", () => {
  let database: Database;
  let app: TestApp;
  let chain: Chain;
  let logged: string[];

  beforeEach(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "identity");
    const readRefAt = async (position: bigint) => hashOf(position);
    chain = {
      ...requireChain(app, "eth"),
      isLocal: false,
      isFunded: async () => true,
      readRefAt,
      readGenesis: async () => hashOf(0n),
    };
    logged = [];
    app.logger = { ...silentLogger, warn: (_, message) => void logged.push(message) };
  });
  afterEach(() => database.close());

  const check = (change: Partial<Chain> = {}) => checkChainIdentity(app, { ...chain, ...change });

  it("are stored at the first start", async () => {
    await check();
    await check();
    await expect(check({ network: { id: "eip155:1", name: "Ethereum" } })).rejects.toThrow(
      "This database belongs to the network eip155:31337, and ETH_RPC_URLS names eip155:1.",
    );
    await expect(check({ treasuryAddress: `0x${"12".repeat(20)}` })).rejects.toThrow(
      "This database belongs to the treasury 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf, and ETH_TREASURY_ADDRESS names",
    );
    await expect(check({ readGenesis: async () => hashOf(0n, "b") })).rejects.toThrow(/its first block is 0xb0/);
  });

  it("are taken from the orders of an older version", async () => {
    await database.kysely
      .insertInto("tg_user")
      .values({ tg_user_id: 1n, first_name: "A", lang: "en", created_at: app.clock.now(), updated_at: app.clock.now() })
      .execute();
    await database.kysely
      .insertInto("payment_order")
      .values({
        order_id: "old",
        tg_user_id: 1n,
        status: "cancelled",
        coin_type: "eth",
        amount_base: 1n,
        treasury_address: `0x${"34".repeat(20)}`,
        network: "eip155:31337",
        created_at: app.clock.now(),
        expires_at: app.clock.now(),
      })
      .execute();
    await expect(check()).rejects.toThrow("belongs to the treasury 0x3434");
  });

  it("let another treasury follow that names the former ones, and refuse to forget one", async () => {
    const [first, second, third] = [chain.treasuryAddress, `0x${"12".repeat(20)}`, `0x${"34".repeat(20)}`] as const;
    const start = (treasuryAddress: string, oldTreasuryAddresses: readonly string[]) =>
      check({ treasuryAddress, oldTreasuryAddresses });
    await start(first, []);
    await expect(start(second, [third])).rejects.toThrow(`at ${first}: name it in ETH_OLD_TREASURY_ADDRESSES`);
    await expect(start(first, [third])).rejects.toThrow(`${third}, which was never the treasury of this database`);
    await start(second, [first]);
    expect(logged).toEqual(["the treasury has a new address"]);
    await start(second, [first]);
    await expect(start(second, [])).rejects.toThrow(`at ${first}: name it`);
    // A process that still has the former settings.
    await expect(start(first, [])).rejects.toThrow(`at ${second}: name it`);
    await start(third, [first, second]);
    await start(first, [second, third]);
    await start(first, [second, third]);
    expect(logged).toHaveLength(3);
    // What lies at a cold address is in the books already.
    const cold = `0x${"56".repeat(20)}`;
    const row = { coin_type: "eth" as const, address_key: cold, known_since: app.clock.now() };
    await database.kysely.insertInto("cold_address").values(row).execute();
    await expect(start(cold, [first, second, third])).rejects.toThrow("counted twice");
  });

  it("are taken once the chain has the treasury, which stays", async () => {
    const holds = (balanceBase: bigint) => ({ isFunded: async () => balanceBase > 0n });
    await expect(check(holds(0n))).rejects.toThrow("which holds nothing on Test chain: send it some coins first");
    await check({ ...holds(0n), isLocal: true });
    await check(holds(0n));
    const next = { treasuryAddress: `0x${"12".repeat(20)}`, oldTreasuryAddresses: [chain.treasuryAddress] };
    await expect(check({ ...next, ...holds(0n) })).rejects.toThrow("send it some coins first");
    await check({ ...next, ...holds(1n) });
  });

  it("include the newest settled block, which only a local chain may lose", async () => {
    await check();
    const cursor = { coin_type: "eth" as const, settled_position: 7n, head_position: 9n, updated_at: app.clock.now() };
    await database.kysely
      .insertInto("chain_cursor")
      .values({ ...cursor, settled_ref: hashOf(7n) })
      .execute();
    await check();
    const other = async () => hashOf(7n, "c");
    await expect(check({ readRefAt: other })).rejects.toThrow(/another chain than ETH_RPC_URLS: its block 7 is 0xc0/);
    expect(logged).toEqual([]);
    await check({ readRefAt: other, isLocal: true });
    await check({ readRefAt: async () => null });
    expect(logged).toHaveLength(2);
  });

  it("are judged by two hosts: one alone that tells another chain is an outage, which stops no other coin", async () => {
    await check();
    const alone =
      (told: string) =>
      async (...asked: readonly unknown[]) => {
        if (asked.at(-1) === 2) throw new ChainUnavailable("eth", new Error("the RPC endpoints disagree"));
        return told;
      };
    await expect(check({ readGenesis: alone(hashOf(0n, "b")) })).rejects.toThrow(ChainUnavailable);
    await expect(
      check({ network: { id: "eip155:1", name: "Ethereum" }, readGenesis: alone(hashOf(0n)) }),
    ).rejects.toThrow(ChainUnavailable);
    const cursor = { coin_type: "eth" as const, settled_position: 7n, head_position: 9n, updated_at: app.clock.now() };
    await database.kysely
      .insertInto("chain_cursor")
      .values({ ...cursor, settled_ref: hashOf(7n) })
      .execute();
    await expect(check({ readRefAt: alone(hashOf(7n, "c")) })).rejects.toThrow(ChainUnavailable);
    // What agrees with the database needs no second host.
    await check({ readGenesis: alone(hashOf(0n)), readRefAt: alone(hashOf(7n)) });
  });
});
