import { computeAddress, parseEther, toQuantity, Wallet } from "ethers";
import type { Chain } from "#server/chains/chain.ts";
import { connectEthereum } from "#server/chains/ethereum/connect.ts";
import type { Database } from "#server/db/database.ts";
import { ChainWatcher } from "#server/payments/chainWatcher.ts";
import { createPayout } from "#server/payouts/createPayout.ts";
import type { PayoutRow } from "#server/payouts/payoutRow.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { createKeySigner } from "#server/signers/keySigner.ts";
import { type Anvil, startAnvil } from "./anvil.ts";
import { linkChain } from "./linkChain.ts";
import { type LyingEndpoint, startLyingEndpoint } from "./lyingEndpoint.ts";
import { silentLogger } from "./silentLogger.ts";
import { addUsers } from "./story.ts";
import { createTestApp, type TestApp } from "./testApp.ts";

const TREASURY_KEY = `0x${"7".repeat(64)}`;
const TREASURY = computeAddress(TREASURY_KEY);
const CONFIRMATIONS = 3;
/** Agreed by each payout of the lab; several times what a transfer costs on a calm chain. */
export const AGREED_FEE_BASE = parseEther("0.001");

/** A treasury on a chain that a test moves, behind two endpoints that can lie, with a sender that pays out of it. */
export interface PayoutLab {
  readonly app: TestApp;
  readonly anvil: Anvil;
  readonly endpoints: readonly [LyingEndpoint, LyingEndpoint];
  readonly chain: Chain;
  readonly treasury: Wallet;
  /** Errors and warnings that were logged. */
  readonly logged: string[];
  /** A sender of another process, or of this one after a crash. */
  createSender(app?: TestApp, chain?: Chain): PayoutSender;
  /** Pays money in from the person's proven wallet, and waits until it is in the balance. */
  deposit(tgUserId: bigint, amountBase: bigint): Promise<void>;
  /** Queues a payout to a wallet that owns nothing, and answers its id. */
  queue(tgUserId: bigint, grossBase: bigint, toAddress?: string): Promise<string>;
  /** Mines blocks one by one, each followed by a look of the watcher. */
  mine(blocks: number): Promise<void>;
  read(payoutId: string): Promise<PayoutRow>;
  readStatus(payoutId: string): Promise<PayoutRow["status"]>;
  /** What the wallet of a payout holds, in base units. */
  readArrived(payoutId: string): Promise<bigint>;
  setTreasury(amountBase: bigint): Promise<void>;
  stop(): Promise<void>;
}

export async function startPayoutLab(database: Database, seed: string): Promise<PayoutLab> {
  const app = createTestApp(database, seed);
  const anvil = await startAnvil(app.clock);
  await anvil.mine(CONFIRMATIONS);
  const endpoints = [await startLyingEndpoint(anvil.rpcUrl), await startLyingEndpoint(anvil.rpcUrl)] as const;
  const chain = await connectEthereum(
    {
      rpcUrls: endpoints.map(({ url }) => url),
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: CONFIRMATIONS,
      explorerTx: null,
      signer: createKeySigner(TREASURY_KEY),
    },
    silentLogger,
  );
  const logged: string[] = [];
  const record = (_: unknown, message: string) => void logged.push(message);
  app.chains = linkChain(chain);
  app.logger = { ...silentLogger, warn: record, error: record };
  const watcher = new ChainWatcher(app, chain);
  const treasury = new Wallet(TREASURY_KEY);

  const read = (payoutId: string) =>
    database.kysely.selectFrom("payout").selectAll().where("payout_id", "=", payoutId).executeTakeFirstOrThrow();
  const readBalanceOf = async (address: string) =>
    BigInt(String(await anvil.call("eth_getBalance", [address, "latest"])));

  async function mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await anvil.mine(1);
      await watcher.poll().catch(() => undefined);
    }
  }

  return {
    app,
    anvil,
    endpoints,
    chain,
    treasury,
    logged,
    createSender(ofApp = app, ofChain = chain) {
      if (ofChain.payouts === null) throw new Error("the lab's chain must have a signer");
      return new PayoutSender(ofApp, ofChain, ofChain.payouts);
    },
    async deposit(tgUserId, amountBase) {
      const wallet = new Wallet(`0x${tgUserId.toString(16).padStart(64, "3")}`);
      await anvil.call("anvil_setBalance", [wallet.address, toQuantity(amountBase * 2n)]);
      await addUsers(app, [tgUserId]);
      await database.kysely
        .insertInto("wallet")
        .values({
          wallet_id: `wallet-${tgUserId}`,
          tg_user_id: tgUserId,
          type: "ETH",
          address: wallet.address,
          address_key: wallet.address.toLowerCase(),
          proven_at: app.clock.now(),
          created_at: app.clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await anvil.pay(wallet, TREASURY, amountBase);
      await mine(CONFIRMATIONS + 1);
    },
    async queue(tgUserId, grossBase, toAddress = Wallet.createRandom().address) {
      const payoutId = await database.kysely.transaction().execute((trx) =>
        createPayout(trx, app, {
          tgUserId,
          coinType: "eth",
          grossBase,
          feeBase: AGREED_FEE_BASE,
          toAddress,
          toAddressKey: toAddress.toLowerCase(),
          network: chain.network.id,
          isAutomatic: false,
          requestId: null,
        }),
      );
      if (payoutId === null) throw new Error("the balance is too small");
      return payoutId;
    },
    mine,
    read,
    async readStatus(payoutId) {
      return (await read(payoutId)).status;
    },
    async readArrived(payoutId) {
      return readBalanceOf((await read(payoutId)).to_address);
    },
    async setTreasury(amountBase) {
      await anvil.call("anvil_setBalance", [TREASURY, toQuantity(amountBase)]);
    },
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      await anvil.stop();
    },
  };
}
