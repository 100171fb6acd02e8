import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { ChainWatcher } from "#server/payments/chainWatcher.ts";
import { createPayout } from "#server/payouts/createPayout.ts";
import type { PayoutRow } from "#server/payouts/payoutRow.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { linkChain } from "../linkChain.ts";
import { silentLogger } from "../silentLogger.ts";
import { addUsers } from "../story.ts";
import { createTestApp, type TestApp } from "../testApp.ts";
import type { ChainLab } from "./chainLab.ts";

/** What a payout laboratory knows of its chain. */
export interface PayoutChain<Lab extends ChainLab> {
  readonly start: (app: TestApp) => Promise<Lab>;
  /** Agreed by each payout of the lab: what the server quotes. */
  readonly feeBase: bigint;
  /** A payout of the usual size. */
  readonly grossBase: bigint;
  /** The address of a wallet that is not on the chain yet; another one for each seed. */
  readonly createReceiver: (seed: string) => string;
  readonly readBalance: (lab: Lab, address: string) => bigint;
  readonly readTreasury: (lab: Lab) => bigint;
  /** Changes the treasury's balance out of nothing, in the next block. */
  readonly adjustTreasury: (lab: Lab, differenceBase: bigint) => void;
  /** The nodes lose the transactions that are in no block. */
  readonly forget: (lab: Lab) => Promise<void>;
  /** Moves the chain until everything that was signed before has expired. */
  readonly expire: (lab: Lab, app: TestApp) => Promise<void>;
  /** From now on the first endpoint says, wrongly, that what was signed before has expired. The other one tells the truth. */
  readonly lieAboutExpiry: (lab: Lab) => Promise<void>;
}

/** A treasury of one chain behind two endpoints that can lie, with a sender that pays out of it. */
export interface ChainPayoutLab<Lab extends ChainLab = ChainLab> {
  readonly app: TestApp;
  readonly lab: Lab;
  readonly chain: Chain;
  readonly feeBase: bigint;
  readonly grossBase: bigint;
  /** Errors and warnings that were logged. */
  readonly logged: string[];
  createSender(app?: TestApp, chain?: Chain): PayoutSender;
  /** Pays money in from a person's proven wallet, and waits until it is in the balance. */
  deposit(tgUserId: bigint, amountBase: bigint): Promise<void>;
  /** Queues a payout, to a wallet that is not on the chain yet unless one is named, and answers its id. */
  queue(tgUserId: bigint, grossBase: bigint, toAddress?: string): Promise<string>;
  /** Adds blocks one by one, each followed by a look of the watcher. */
  mine(blocks: number): Promise<void>;
  read(payoutId: string): Promise<PayoutRow>;
  readStatus(payoutId: string): Promise<PayoutRow["status"]>;
  /** What the wallet of a payout holds, in base units. */
  readArrived(payoutId: string): Promise<bigint>;
  readTreasury(): bigint;
  adjustTreasury(differenceBase: bigint): void;
  forget(): Promise<void>;
  expire(): Promise<void>;
  lieAboutExpiry(): Promise<void>;
  stop(): Promise<void>;
}

export async function openChainPayoutLab<Lab extends ChainLab>(
  database: Database,
  seed: string,
  known: PayoutChain<Lab>,
): Promise<ChainPayoutLab<Lab>> {
  const app = createTestApp(database, seed);
  const lab = await known.start(app);
  const chain = await lab.connect(...lab.endpoints);
  const { coinType } = lab;
  const { walletType } = COINS[coinType];
  const logged: string[] = [];
  const record = (_: unknown, message: string) => void logged.push(message);
  app.chains = linkChain(chain);
  app.logger = { ...silentLogger, warn: record, error: record };
  const watcher = new ChainWatcher(app, chain);
  let receivers = 0;

  const read = (payoutId: string) =>
    database.kysely.selectFrom("payout").selectAll().where("payout_id", "=", payoutId).executeTakeFirstOrThrow();

  async function mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await lab.advance(1);
      await watcher.poll().catch(() => undefined);
    }
  }

  function createReceiver(): string {
    receivers += 1;
    return known.createReceiver(`${seed} receiver ${receivers}`);
  }

  return {
    app,
    lab,
    chain,
    feeBase: known.feeBase,
    grossBase: known.grossBase,
    logged,
    createSender(ofApp = app, ofChain = chain) {
      if (ofChain.payouts === null) throw new Error("the lab's chain must have a signer");
      return new PayoutSender(ofApp, ofChain, ofChain.payouts);
    },
    async deposit(tgUserId, amountBase) {
      const wallet = await lab.createWallet();
      await addUsers(app, [tgUserId]);
      await database.kysely
        .insertInto("wallet")
        .values({
          wallet_id: `wallet-${wallet.address}`,
          tg_user_id: tgUserId,
          type: walletType,
          address: wallet.address,
          address_key: toAddressKey(walletType, wallet.address),
          proven_at: app.clock.now(),
          created_at: app.clock.now(),
        })
        .execute();
      await wallet.pay({ amountBase });
      await mine(4);
    },
    async queue(tgUserId, grossBase, toAddress = createReceiver()) {
      const payoutId = await database.kysely.transaction().execute((trx) =>
        createPayout(trx, app, {
          tgUserId,
          coinType,
          grossBase,
          feeBase: known.feeBase,
          toAddress,
          toAddressKey: toAddressKey(walletType, toAddress),
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
      return known.readBalance(lab, (await read(payoutId)).to_address);
    },
    readTreasury: () => known.readTreasury(lab),
    adjustTreasury: (differenceBase) => known.adjustTreasury(lab, differenceBase),
    forget: () => known.forget(lab),
    expire: () => known.expire(lab, app),
    lieAboutExpiry: () => known.lieAboutExpiry(lab),
    stop: () => lab.stop(),
  };
}
