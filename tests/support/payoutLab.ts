import { computeAddress, parseEther, toQuantity, Wallet } from "ethers";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { Database } from "#server/db/database.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { type Anvil, startAnvil } from "./anvil.ts";
import { type LyingEndpoint, startLyingEndpoint } from "./lyingEndpoint.ts";
import { openPayoutDesk, type PayoutDesk } from "./payoutDesk.ts";
import { silentLogger } from "./silentLogger.ts";
import { createTestApp } from "./testApp.ts";

const TREASURY_KEY = `0x${"7".repeat(64)}`;
const TREASURY = computeAddress(TREASURY_KEY);
const CONFIRMATIONS = 3;
/** Agreed by each payout of the lab; several times what a transfer costs on a calm chain. */
export const AGREED_FEE_BASE = parseEther("0.001");

/** A treasury on Ethereum behind two endpoints that can lie, with a sender that pays out of it. */
export interface PayoutLab extends PayoutDesk {
  readonly anvil: Anvil;
  readonly endpoints: readonly [LyingEndpoint, LyingEndpoint];
  readonly treasury: Wallet;
  setTreasury(amountBase: bigint): Promise<void>;
  stop(): Promise<void>;
}

export async function startPayoutLab(database: Database, seed: string): Promise<PayoutLab> {
  const app = createTestApp(database, seed);
  const anvil = await startAnvil(app.clock);
  await anvil.mine(CONFIRMATIONS);
  const endpoints = [await startLyingEndpoint(anvil.rpcUrl), await startLyingEndpoint(anvil.rpcUrl)] as const;
  const chain = await createChain(
    ETHEREUM,
    {
      endpoints: endpoints.map(({ url }) => ({ url, apiKey: null })),
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: CONFIRMATIONS,
      explorerTx: null,
      signer: createKeySigner(TREASURY_KEY),
    },
    silentLogger,
  );
  const setBalance = (address: string, amountBase: bigint) =>
    anvil.call("anvil_setBalance", [address, toQuantity(amountBase)]);

  const desk = openPayoutDesk(app, {
    chain,
    feeBase: AGREED_FEE_BASE,
    addBlock: () => anvil.mine(1),
    async createWallet(tgUserId) {
      const wallet = new Wallet(`0x${tgUserId.toString(16).padStart(64, "3")}`);
      return {
        address: wallet.address,
        async pay(amountBase) {
          await setBalance(wallet.address, amountBase * 2n);
          await anvil.pay(wallet, TREASURY, amountBase);
        },
      };
    },
    createReceiver: () => Wallet.createRandom().address,
    readBalance: async (address) => BigInt(String(await anvil.call("eth_getBalance", [address, "latest"]))),
  });
  return {
    ...desk,
    anvil,
    endpoints,
    treasury: new Wallet(TREASURY_KEY),
    async setTreasury(amountBase) {
      await setBalance(TREASURY, amountBase);
    },
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      await anvil.stop();
    },
  };
}
