import { Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeTransactions, inflateAmount } from "#tests/support/lies.ts";
import { type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { fundWallet, payTreasury } from "./support/localChain.ts";
import { proveWallet } from "./support/proveWallet.ts";

const SOON_MS = 30_000;
const MILLI_ETHER = 10n ** 15n;

let world: AttackWorld;
/** The endpoint that the server prefers; only this one lies. */
let liar: LyingEndpoint;
let other: LyingEndpoint;
let nextPerson = 900_001;

beforeAll(async () => {
  world = await openAttackWorld();
  const { rpcUrl } = world.info.ethereum;
  [liar, other] = await Promise.all([startLyingEndpoint(rpcUrl), startLyingEndpoint(rpcUrl)]);
  await world.restart({ ETH_RPC_URLS: `${liar.url},${other.url}` });
});
afterEach(() => {
  liar.lie = null;
});
afterAll(async () => {
  await world.close();
  await Promise.all([liar.stop(), other.stop()]);
});

/** A new person with a proven wallet. */
async function addPerson(): Promise<{ bearer: string; wallet: Wallet }> {
  nextPerson += 1;
  const [bearer, wallet] = [await world.logIn(nextPerson), await fundWallet(world.info)];
  await proveWallet(world, { bearer }, wallet);
  return { bearer, wallet };
}

const readBalance = async ({ bearer }: { bearer: string }) =>
  (await world.ask("accountAmountInfo", { bearer, query: { coinType: "eth" } })).data?.balance;

test("two addresses of one provider are one witness", async () => {
  const { url } = liar;
  await world.restart({ ETH_RPC_URLS: `${url}/?one,${url}/?two,${other.url}` });
  const [accomplice, witness] = [await addPerson(), await addPerson()];
  liar.lie = changeTransactions(inflateAmount);
  await payTreasury(world.info, accomplice.wallet, MILLI_ETHER);
  const countDisputed = async () => Number(await world.readMetric('hongbao_chain_disputed_transfers{coin="eth"}'));
  await expect.poll(countDisputed, { timeout: SOON_MS }).toBeGreaterThan(0);
  expect(await readBalance(accomplice)).toBe("0");
  liar.lie = null;
  await payTreasury(world.info, witness.wallet, MILLI_ETHER);
  await expect.poll(() => readBalance(witness), { timeout: SOON_MS }).toBe("0.001");
  await expect.poll(() => readBalance(accomplice), { timeout: SOON_MS }).toBe("0.001");
  await world.restart({ ETH_RPC_URLS: `${url},${other.url}` });
});

test("the database refuses another network and another treasury", { timeout: 60_000 }, async () => {
  liar.lie = ({ method }, honest) => (method === "eth_chainId" ? { result: "0x7a6a" } : honest);
  await expect(world.restart({ ETH_RPC_URLS: liar.url })).rejects.toThrow("This database belongs to the network");
  liar.lie = null;
  const other = Wallet.createRandom();
  const change = { ETH_TREASURY_ADDRESS: other.address, ETH_TREASURY_KEY: other.privateKey };
  await expect(world.restart(change)).rejects.toThrow("This database belongs to the treasury");
  await world.restart();
});
