import { expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import type { Call } from "#server/calls/handler.ts";
import type { Database } from "#server/db/database.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { systemInfo } from "./system.ts";

const NETWORK = { id: "eip155:31337", name: "Test chain" };

async function readInfo(coins: readonly CoinType[], settings: Record<string, string> = {}) {
  const app = createTestApp({} as Database, "info", settings);
  const call = { language: "en", scheme: "https", host: "localhost" } as Call<"systemInfo">;
  return await systemInfo(call, { ...app, config: { ...app.config, coins } });
}

it("names a coin that was switched off where balances of it are still paid out", async () => {
  const payoutCoins = [{ coinType: "eth", network: NETWORK }];
  expect(await readInfo(["eth"])).toMatchObject({ coins: [{ coinType: "eth", network: NETWORK }], payoutCoins });
  expect(await readInfo([])).toMatchObject({ coins: [], payoutCoins });
});

it("names no coin for which nothing signs payouts", async () => {
  const settings = { ETH_TREASURY_KEY: "", ETH_TREASURY_ADDRESS: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf" };
  expect(await readInfo(["eth"], settings)).toMatchObject({ coins: [{ coinType: "eth" }], payoutCoins: [] });
});

it("tells what a withdrawal costs where the server fixes that", async () => {
  const app = createTestApp({} as Database, "info", {});
  const { eth } = app.chains;
  if (eth === undefined) throw new Error("Ethereum is open");
  const call = { language: "en", scheme: "https", host: "localhost" } as Call<"systemInfo">;
  expect((await systemInfo(call, app)).payoutCoins[0]).not.toHaveProperty("fee");
  const facts = { ...eth.facts, payoutFeeBase: 100_000_000_000_000_000n };
  expect(await systemInfo(call, { ...app, chains: { eth: { ...eth, facts } } })).toMatchObject({
    payoutCoins: [{ coinType: "eth", fee: "0.1" }],
  });
});
