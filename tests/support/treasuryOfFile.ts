import { computeAddress, toQuantity } from "ethers";
import { afterAll } from "vitest";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { startAnvil } from "./anvil.ts";
import { linkChain } from "./linkChain.ts";
import { silentLogger } from "./silentLogger.ts";
import type { TestApp } from "./testApp.ts";
import { TestWatcher } from "./testWatcher.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);

/** A treasury on an Ethereum node of its own, for the tests of a file, which continue after one another. */
export async function openTreasuryOfFile(app: TestApp, heldBase: bigint) {
  const anvil = await startAnvil(app.clock);
  afterAll(() => anvil.stop());
  /** Changes the balance without a transfer, like a contract's payment or a stolen key. */
  const setTreasury = (amountBase: bigint) => anvil.call("anvil_setBalance", [TREASURY, toQuantity(amountBase)]);
  await setTreasury(heldBase);
  await anvil.mine(3);
  const config = {
    endpoints: [{ url: anvil.rpcUrl, apiKey: null }],
    treasuryAddress: TREASURY,
    oldTreasuryAddresses: [],
    confirmations: 3,
    explorerTx: null,
    signer: null,
  };
  const chain = await createChain(ETHEREUM, config, silentLogger);
  app.chains = linkChain(chain);
  const treasury = {
    address: TREASURY,
    anvil,
    chain,
    watcher: new TestWatcher(app, chain),
    setTreasury,
    mineAndLook: async (blocks: number): Promise<void> => {
      for (let block = 0; block < blocks; block += 1) {
        await anvil.mine(1);
        await treasury.watcher.poll();
      }
    },
  };
  return treasury;
}
