import { Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeTransactions, inventTransaction, inflateAmount, leaveOut } from "#tests/support/lies.ts";
import { type Lie, type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { fundWallet, payTreasury } from "./support/localChain.ts";
import { askForPayment, waitUntilPaid } from "./support/passOn.ts";
import { proveWallet } from "./support/proveWallet.ts";

const SOON_MS = 30_000;
const MILLI_ETHER = 10n ** 15n;
/** The newest block of a node that has just begun to sync, and for how long. */
const SYNCED_BLOCK = "0x3";
const SYNCING_MS = 5_000;

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

const invented = `0x${"ab".repeat(32)}`;
test.each<[string, (txHash: string) => Lie, string]>([
  ["invents a transaction", (txHash) => inventTransaction(txHash, invented), "0.001"],
  ["inflates an amount", () => changeTransactions((transaction) => inflateAmount(transaction)), "0"],
])("an endpoint that %s brings nobody money, and costs nobody theirs", async (_, makeLie, meanwhile) => {
  const [accomplice, witness] = [await addPerson(), await addPerson()];
  let real = "";
  await payTreasury(world.info, accomplice.wallet, MILLI_ETHER, (txHash) => {
    real = txHash;
    liar.lie = makeLie(txHash);
  });
  await expect.poll(() => readBalance(accomplice), { timeout: SOON_MS }).toBe(meanwhile);
  const calls = liar.calls.get("eth_getTransactionByHash") ?? 0;
  await expect.poll(() => liar.calls.get("eth_getTransactionByHash"), { timeout: SOON_MS }).toBeGreaterThan(calls + 2);
  expect(await readBalance(accomplice)).toBe(meanwhile);

  liar.lie = null;
  await payTreasury(world.info, witness.wallet, MILLI_ETHER);
  await expect.poll(() => readBalance(witness), { timeout: SOON_MS }).toBe("0.001");
  await expect.poll(() => readBalance(accomplice), { timeout: SOON_MS }).toBe("0.001");
  expect(real).not.toBe(invented);
});

test("an endpoint that leaves a payment out of its blocks keeps no order from being paid", async () => {
  const { bearer, wallet } = await addPerson();
  const gift = { coinType: "eth", totalAmount: "0.5", passphrase: "Left out" } as const;
  const { orderId } = await askForPayment(world, bearer, gift);
  await payTreasury(world.info, wallet, 500n * MILLI_ETHER, (txHash) => {
    liar.lie = leaveOut(txHash);
  });
  const calls = liar.calls.get("eth_getBlockByNumber") ?? 0;
  await waitUntilPaid(world, bearer, orderId);
  expect(liar.calls.get("eth_getBlockByNumber")).toBeGreaterThan(calls);
});

test("a node that has just begun to sync moves no cursor back", async () => {
  const readSettled = async () => Number(await world.readMetric('hongbao_chain_block{coin="eth",kind="settled"}'));
  const { bearer, wallet } = await addPerson();
  for (let times = 0; times < 10; times += 1) await payTreasury(world.info, wallet, 1n);
  await expect.poll(readSettled, { timeout: SOON_MS }).toBeGreaterThan(80);
  let least = await readSettled();
  const settled = least;
  liar.lie = async ({ method, params: [asked] }, honest, ask) => {
    const isHead = method === "eth_getBlockByNumber" && (asked === "latest" || asked === "finalized");
    return isHead ? { result: await ask(method, [SYNCED_BLOCK, false]) } : honest;
  };
  for (const endsAtMs = performance.now() + SYNCING_MS; performance.now() < endsAtMs;) {
    await payTreasury(world.info, wallet, 1n);
    least = Math.min(least, await readSettled());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(least).toBe(settled);
  liar.lie = null;
  await payTreasury(world.info, wallet, MILLI_ETHER);
  await expect.poll(() => readBalance({ bearer }), { timeout: SOON_MS }).toMatch(/^0\.001/u);
});

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
