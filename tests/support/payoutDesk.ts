import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { Chain } from "#server/chains/chain.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { createPayout } from "#server/payouts/create.ts";
import type { AttemptRow, PayoutRow } from "#server/payouts/payoutRow.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { linkChain } from "./linkChain.ts";
import { silentLogger } from "./silentLogger.ts";
import { addUsers } from "./story.ts";
import type { TestApp } from "./testApp.ts";

/** Blocks until a payment is in the balance. */
const FINAL_BLOCKS = 4;

/** Blocks in which any payout ends that nothing holds. */
const MOST_BLOCKS = 16;

/** A chain that a test moves, and its people's wallets. */
interface DeskChain {
  readonly chain: Chain;
  /** Agreed by each payout. */
  readonly feeBase: bigint;
  readonly addBlock: () => Promise<void>;
  /** A funded wallet of a person. */
  readonly createWallet: (
    tgUserId: bigint,
  ) => Promise<{ readonly address: string; readonly pay: (amountBase: bigint) => Promise<unknown> }>;
  /** The address of another wallet, which owns nothing. */
  readonly createReceiver: () => string;
  readonly readBalance: (address: string) => bigint | Promise<bigint>;
}

/** A server that pays out of the treasury of one chain. */
export interface PayoutDesk {
  readonly app: TestApp;
  readonly chain: Chain;
  /** Errors and warnings that were logged. */
  readonly logged: string[];
  /** A sender of another process, or of this one after a crash. */
  createSender(app?: TestApp, chain?: Chain): PayoutSender;
  /** Pays money in from a person's proven wallet, and waits until it is in the balance. */
  deposit(tgUserId: bigint, amountBase: bigint): Promise<void>;
  /** Queues a payout, to a wallet that owns nothing unless one is named, and answers its id. */
  queue(tgUserId: bigint, grossBase: bigint, toAddress?: string): Promise<string>;
  /** Adds so many blocks that all is final before them, and lets the watcher catch up at once. */
  catchUp(): Promise<void>;
  /** Adds blocks one by one, each followed by a look of the watcher. */
  mine(blocks: number): Promise<void>;
  read(payoutId: string): Promise<PayoutRow>;
  readStatus(payoutId: string): Promise<PayoutRow["status"]>;
  /** Their transactions, by the age of the payouts and the number of the attempt. */
  readAttempts(payoutIds: readonly string[]): Promise<AttemptRow[]>;
  /** Steps and adds blocks until they are settled. */
  finish(sender: PayoutSender, payoutIds: readonly string[]): Promise<void>;
  /** What a person has in the app. */
  readBalance(tgUserId: bigint): Promise<bigint>;
  /** What the wallet of a payout holds, in base units. */
  readArrived(payoutId: string): Promise<bigint>;
}

/** Links the server to the chain, and keeps what it logs. */
export function openPayoutDesk(app: TestApp, known: DeskChain): PayoutDesk {
  const { chain } = known;
  const { coinType } = chain;
  const { walletType } = COINS[coinType];
  const { kysely } = app.database;
  const logged: string[] = [];
  const record = (_: unknown, message: string) => void logged.push(message);
  app.chains = linkChain(chain);
  app.logger = { ...silentLogger, warn: record, error: record };
  const watcher = new TestWatcher(app, chain);

  const read = (payoutId: string) =>
    kysely.selectFrom("payout").selectAll().where("payout_id", "=", payoutId).executeTakeFirstOrThrow();

  async function mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await known.addBlock();
      await watcher.poll().catch(() => undefined);
    }
  }

  async function catchUp(): Promise<void> {
    for (let block = 0; block < FINAL_BLOCKS; block += 1) await known.addBlock();
    await watcher.poll().catch(() => undefined);
  }

  return {
    app,
    chain,
    logged,
    createSender(ofApp = app, ofChain = chain) {
      if (ofChain.payouts === null) throw new Error("the lab's chain must have a signer");
      return new PayoutSender(ofApp, ofChain, ofChain.payouts);
    },
    async deposit(tgUserId, amountBase) {
      const wallet = await known.createWallet(tgUserId);
      await addUsers(app, [tgUserId]);
      await kysely
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
        // The same wallet may pay again.
        .onConflict((conflict) => conflict.column("wallet_id").doNothing())
        .execute();
      await wallet.pay(amountBase);
      await mine(FINAL_BLOCKS);
    },
    async queue(tgUserId, grossBase, toAddress = known.createReceiver()) {
      const payoutId = await kysely.transaction().execute((trx) =>
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
    catchUp,
    mine,
    read,
    async readStatus(payoutId) {
      return (await read(payoutId)).status;
    },
    readAttempts: (payoutIds) =>
      kysely
        .selectFrom("payout_attempt")
        .innerJoin("payout", "payout.payout_id", "payout_attempt.payout_id")
        .selectAll("payout_attempt")
        .where("payout_attempt.payout_id", "in", payoutIds)
        .orderBy("payout.created_at")
        .orderBy("attempt")
        .execute(),
    async finish(sender, payoutIds) {
      const areSettled = async () => (await Promise.all(payoutIds.map(read))).every((payout) => payout.settled_at);
      for (let round = 0; round < MOST_BLOCKS && !(await areSettled()); round += 1) {
        await sender.step();
        await mine(1);
      }
      await sender.step();
    },
    readBalance: (tgUserId) => readBalance(kysely, tgUserId, coinType),
    async readArrived(payoutId) {
      return await known.readBalance((await read(payoutId)).to_address);
    },
  };
}
