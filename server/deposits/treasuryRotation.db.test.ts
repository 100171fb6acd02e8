import { computeAddress, parseEther, toQuantity, Wallet } from "ethers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { checkChainIdentity } from "#server/chains/checkChainIdentity.ts";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { Database } from "#server/db/database.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { bookOutgoing } from "#server/operator/bookOutgoing.ts";
import { raiseFee } from "#server/operator/raiseFee.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { readCoins } from "#server/solvency/readCoins.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { readComparison } from "./reconcileTreasury.ts";

const NEW_KEY = `0x${"8".repeat(64)}`;
const NEW_TREASURY = computeAddress(NEW_KEY);
const ANNA = 70n;
const GROSS = parseEther("0.5");

let database: Database;
let lab: PayoutLab;
let chain: Chain;
let watcher: TestWatcher;
let sender: PayoutSender;
/** Signed by the former key. */
let signedBefore: string;

beforeAll(async () => {
  database = await openTestDatabase();
  lab = await startPayoutLab(database, "rotation");
  await checkChainIdentity(lab.app, lab.chain);
  await lab.deposit(ANNA, parseEther("2"));
  signedBefore = await lab.queue(ANNA, GROSS);
  await lab.createSender().step();
  await lab.anvil.call("anvil_dropAllTransactions", []);
  // A count beyond the former address's numbers.
  await lab.anvil.call("anvil_setNonce", [NEW_TREASURY, "0x20"]);

  chain = await createChain(
    ETHEREUM,
    {
      endpoints: lab.endpoints.map(({ url }) => ({ url, apiKey: null })),
      treasuryAddress: NEW_TREASURY,
      oldTreasuryAddresses: [lab.treasury.address],
      confirmations: lab.chain.confirmations,
      explorerTx: null,
      signer: createKeySigner(NEW_KEY),
    },
    silentLogger,
  );
  await checkChainIdentity(lab.app, chain);
  lab.app.chains = linkChain(chain);
  watcher = new TestWatcher(lab.app, chain);
  sender = lab.createSender(lab.app, chain);
});
afterAll(async () => {
  await lab.stop();
  await database.close();
});

async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await lab.anvil.mine(1);
    await watcher.poll();
  }
}

it("states no balance that was read of the former address alone", async () => {
  expect(await readComparison(database.kysely, "eth")).not.toBeNull();
  expect(await readCoins(lab.app, new Date(0))).toMatchObject([
    { treasuryAddress: NEW_TREASURY, oldTreasuryAddresses: [lab.treasury.address], treasuryBalance: null },
  ]);
});

it("lets nobody raise the fee of what the former key signed", async () => {
  const decision = { operator: "ann", reason: "ticket 9", isDryRun: true, payoutId: signedBefore, amount: "0.02" };
  await expect(raiseFee(lab.app, decision)).rejects.toThrow("The former treasury has signed it");
});

it("follows what the former key signed, and signs it under no other number", async () => {
  const setBaseFee = (gwei: number) => lab.anvil.call("anvil_setNextBlockBaseFeePerGas", [toQuantity(gwei * 1e9)]);
  // The network asks for more, which the former key could have agreed to.
  await setBaseFee(8);
  await mine(1);
  await sender.step();
  lab.app.clock.advance(61_000);
  await sender.step();
  await setBaseFee(1);
  await mine(1);
  lab.app.clock.advance(16_000);
  await sender.step();
  const attempts = await database.kysely.selectFrom("payout_attempt").selectAll().execute();
  expect(attempts.map(({ sender_key: key }) => key)).toEqual([lab.treasury.address.toLowerCase()]);
  await mine(4);
  await sender.step();
  expect(await lab.readStatus(signedBefore)).toBe("paid");
  expect(await lab.readArrived(signedBefore)).toBe(GROSS - AGREED_FEE_BASE);
});

it("credits what still arrives at the former address, and takes neither address for a wallet", async () => {
  const before = await readBalance(database.kysely, ANNA, "eth");
  await lab.anvil.pay(new Wallet(`0x${ANNA.toString(16).padStart(64, "3")}`), lab.treasury.address, GROSS);
  await mine(4);
  expect(await readBalance(database.kysely, ANNA, "eth")).toBe(before + GROSS);
  for (const address of [NEW_TREASURY, lab.treasury.address]) expect(chain.parsePayer(address)).toBeNull();
});

it("pays from the new address once an operator has moved the rest there, and the books count both", async () => {
  const payoutId = await lab.queue(ANNA, GROSS);
  await sender.step();
  expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "treasury" });
  const held = BigInt(String(await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"])));
  const txHash = await lab.anvil.pay(lab.treasury, NEW_TREASURY, held - parseEther("0.01"));
  await mine(4);
  const decision = { operator: "ann", reason: "the key is rotated", isDryRun: false };
  const moved = await bookOutgoing(lab.app, chain, { ...decision, coinType: "eth", txHash, against: "fees" });
  expect(moved.summary).toMatch(/^0 eth to 0x.* for a fee of 0\.0000/);
  await mine(4);
  for (let round = 0; round < 5; round += 1) {
    lab.app.clock.advance(21_000);
    await sender.step();
    await mine(1);
  }
  expect(await lab.readStatus(payoutId)).toBe("paid");
  expect(await lab.anvil.call("eth_getTransactionCount", [NEW_TREASURY, "latest"])).toBe("0x21");
  await mine(4);
  const compared = await readComparison(database.kysely, "eth");
  expect(compared?.heldBase).toBeGreaterThan(parseEther("1"));
  expect(await readCoins(lab.app, new Date(0))).toMatchObject([{ treasuryBalance: expect.any(String) }]);
  expect(
    await database.kysely.selectFrom("job_state").selectAll().where("name", "like", "payoutsStopped%").execute(),
  ).toEqual([]);
  expect(await findBreaches(database)).toEqual([]);
});
