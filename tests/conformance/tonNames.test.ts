import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import { startTonLab, type TonLab } from "#tests/support/chains/tonLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";

const AMOUNT = 50_000_000n;

const { app, database } = await openAppOfFile("names of TON");
app.config = { ...app.config, coins: ["ton"] };
let lab: TonLab;
let chain: Chain;

beforeAll(async () => {
  lab = await startTonLab(app.clock);
  chain = await lab.connect(...lab.endpoints);
  app.chains = linkChain(chain);
});
afterAll(() => lab.stop());

/** A person with a proven wallet. */
async function join(tgUserId: bigint) {
  await addUsers(app, [tgUserId]);
  const wallet = await lab.createWallet();
  const challenge = await callAs(app, walletChallenge, tgUserId, { body: { type: "Ton" } });
  const proof = await wallet.sign(challenge);
  await callAs(app, bindWallet, tgUserId, { body: { type: "Ton", address: wallet.address, proof } });
  return wallet;
}

async function look(watcher: TestWatcher, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await lab.advance(1);
    await watcher.poll();
  }
}

const balanceOf = (tgUserId: bigint) => readBalance(database.kysely, tgUserId, "ton");

it.each([
  { known: "first", anna: 1n, bo: 2n },
  { known: "later", anna: 3n, bo: 4n },
])("credits a payment once where the endpoints know its source $known alone", async ({ known, anna, bo }) => {
  const [annasWallet, bosWallet] = [await join(anna), await join(bo)];
  const forget = (isForgotten: boolean) => {
    const accounts = isForgotten ? [annasWallet.wallet.contract.address] : [];
    for (const endpoint of lab.endpoints) endpoint.setForgotten(...accounts);
  };
  const watcher = new TestWatcher(app, chain);
  await watcher.poll();
  forget(known === "later");
  // What is disputed holds the cursor before the payment, so that it is read again.
  const disputed = await bosWallet.pay({ amountBase: AMOUNT });
  await annasWallet.pay({ amountBase: AMOUNT });
  lab.endpoints[0].setLie({ kind: "amount", txId: disputed });
  await look(watcher, 4);
  expect([await balanceOf(anna), await balanceOf(bo)]).toEqual([AMOUNT, 0n]);
  forget(known === "first");
  await look(watcher, 2);
  expect([await balanceOf(anna), await balanceOf(bo)]).toEqual([AMOUNT, 0n]);
  lab.endpoints[0].setLie(null);
  await look(watcher, 3);
  expect([await balanceOf(anna), await balanceOf(bo)]).toEqual([AMOUNT, AMOUNT]);
  forget(false);
  expect(await findBreaches(database)).toEqual([]);
});
