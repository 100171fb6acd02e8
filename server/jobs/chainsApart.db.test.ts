import { afterEach, beforeAll, expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Job } from "#server/job.ts";
import { createIdlePayouts, createMemoryChain, type MemoryChain } from "#tests/support/chains/memoryChain.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addressOf, addUsers, bindWallet, giveBalance } from "#tests/support/story.ts";
import { type TestApp } from "#tests/support/testApp.ts";
import { listJobs, type RunningJobs, startJobs } from "./startJobs.ts";

const ANNA = 1n;
const PAID_BASE = 10n ** 17n;
const FEE_BASE = 10n ** 13n;

const { app, database } = await openAppOfFile("chains apart");
let chain: MemoryChain;
let running: RunningJobs | null = null;

beforeAll(async () => {
  chain = createMemoryChain(app.world, app.clock, 3);
  await addUsers(app, [ANNA]);
  await bindWallet(app, ANNA);
});
afterEach(async () => {
  await running?.stop();
  running = null;
});

/** A chain of which nothing is ever answered, neither of payments nor of payouts. */
function hang(coinType: CoinType): Chain {
  const never = () => new Promise<never>(() => {});
  const payouts = { ...createIdlePayouts(app.world), prepare: never, readSender: never, findTransaction: never };
  return {
    ...chain,
    coinType,
    payouts,
    readHead: never,
    readFinal: never,
    readTreasury: never,
    confirmPosition: never,
  };
}

/** Runs what works on chains. */
function start(chains: TestApp["chains"]): void {
  app.chains = chains;
  const isOfChains = ({ name }: Job) => /^(?:watchChain|sendPayouts|autoPayouts|expireOrders|refund)\b/u.test(name);
  const jobs = listJobs(app).filter(isOfChains);
  // What hangs ends with the test, not with the signal.
  const untilStopped = (job: Job): Job => ({
    ...job,
    run: (ofApp, signal) =>
      Promise.race([job.run(ofApp, signal), new Promise<void>((end) => signal.addEventListener("abort", () => end()))]),
  });
  running = startJobs(app, jobs.map(untilStopped));
}

const link = (one: Chain) => ({ facts: one, state: "ready", chain: one }) as const;

async function readSettled(txHash: string): Promise<string | null | undefined> {
  const transfers = database.kysely.selectFrom("chain_transfer").select("outcome").where("tx_hash", "=", txHash);
  return (await transfers.executeTakeFirst())?.outcome;
}
const hasCursor = async () => (await database.kysely.selectFrom("chain_cursor").selectAll().execute()).length > 0;

it("delays neither payments nor payouts of a chain while another one does not answer", async () => {
  const eth: Chain = { ...chain, payouts: createIdlePayouts(app.world) };
  // What she has goes out by the automatic payouts of its coin.
  await giveBalance(app, ANNA, PAID_BASE);
  const asked = { tg_user_id: ANNA, max_fee_base: FEE_BASE, created_at: app.clock.now() };
  await database.kysely
    .insertInto("auto_payout")
    .values({ ...asked, coin_type: "eth" })
    .execute();
  start({ tron: link(hang("tron")), eth: link(eth) });
  await expect.poll(hasCursor).toBe(true);
  const txHash = chain.pay(addressOf(ANNA), PAID_BASE);
  await expect.poll(() => readSettled(txHash), { timeout: 5_000 }).toBe("balance");
  await expect
    .poll(async () => (await database.kysely.selectFrom("payout").select("status").execute())[0]?.status)
    .toBe("sending");
});

it("delays no payment while nothing can be learned of payouts", async () => {
  const never = () => new Promise<never>(() => {});
  const payouts = { ...createIdlePayouts(app.world), findTransaction: never };
  expect(await database.kysely.selectFrom("payout").select("status").execute()).toEqual([{ status: "sending" }]);
  start({ eth: link({ ...chain, payouts }) });
  for (let payment = 0; payment < 2; payment += 1) {
    const txHash = chain.pay(addressOf(ANNA), PAID_BASE);
    await expect.poll(() => readSettled(txHash), { timeout: 5_000 }).toBe("balance");
  }
});
