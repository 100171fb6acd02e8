import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import { createPayout } from "#server/payouts/create.ts";
import type { AttemptRow, PayoutRow } from "#server/payouts/payoutRow.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import type { ChainLab, LabEndpoint, LabWallet } from "./chainLab.ts";
import { makeHonest } from "./chainLab.ts";
import { openTestDatabase } from "../database.ts";
import { linkChain } from "../linkChain.ts";
import { silentLogger } from "../silentLogger.ts";
import { addUsers, callAs } from "../story.ts";
import { createTestApp, type TestApp } from "../testApp.ts";
import type { TestClock } from "../testClock.ts";
import { TestWatcher } from "../testWatcher.ts";

/** Blocks in which any payout ends that nothing holds. */
const MOST_BLOCKS = 16;

/** A server on the chain of a lab, which is paid and pays out. Amounts in words are of whole coins of the suite. */
export class ChainDesk<Lab extends ChainLab = ChainLab> {
  readonly database: Database;
  readonly app: TestApp;
  readonly lab: Lab;
  chain: Chain;
  watcher: TestWatcher;
  sender!: PayoutSender;
  /** Logged errors, and warnings. */
  alarms: string[] = [];
  warnings: string[] = [];
  /** Two people of the case, of whom the first has proven a wallet. */
  anna = 100n;
  bo = 101n;
  annasWallet!: LabWallet;
  bosWallet!: LabWallet;

  #receivers = 0;

  private constructor(app: TestApp, lab: Lab, chain: Chain) {
    this.app = app;
    this.database = app.database;
    this.lab = lab;
    this.chain = chain;
    this.watcher = new TestWatcher(app, chain);
  }

  static async open<Lab extends ChainLab>(name: string, startLab: (clock: TestClock) => Promise<Lab>) {
    const app = createTestApp(await openTestDatabase(), name);
    const lab = await startLab(app.clock);
    app.config = { ...app.config, coins: [lab.coinType] };
    const desk = new ChainDesk(app, lab, await lab.connect(...lab.endpoints));
    app.logger = {
      ...silentLogger,
      error: (_, message) => void desk.alarms.push(message),
      warn: (_, message) => void desk.warnings.push(message),
    };
    app.chains = linkChain(desk.chain);
    return desk;
  }

  /** For the next case: other people with other wallets, so that all cases share one chain and one database. */
  async begin(): Promise<void> {
    makeHonest(this.lab);
    this.alarms = [];
    this.warnings = [];
    if (this.chain.payouts !== null) this.sender = this.createSender();
    this.anna += 10n;
    this.bo = this.anna + 1n;
    this.annasWallet = await this.lab.createWallet();
    this.bosWallet = await this.lab.createWallet();
    await addUsers(this.app, [this.anna, this.bo]);
    await this.prove(this.anna, this.annasWallet);
    await this.lab.advance(3);
    this.watcher = await this.watch(...this.lab.endpoints);
  }

  async stop(): Promise<void> {
    await this.lab.stop();
    await this.database.close();
  }

  /** A watcher as after a server's start. */
  async watch(...endpoints: readonly LabEndpoint[]): Promise<TestWatcher> {
    const started = new TestWatcher(this.app, await this.lab.connect(...endpoints));
    await started.poll();
    return started;
  }

  async advance(blocks: number, watcher = this.watcher): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await this.lab.advance(1);
      await watcher.poll();
    }
  }

  get walletType() {
    return COINS[this.lab.coinType].walletType;
  }

  toBase(amount: string): bigint {
    return parseDecimal(amount, COINS[this.lab.coinType].baseDecimals) * (this.lab.amountScale ?? 1n);
  }

  /** An amount of the suite as the API writes it. */
  toCoins(amount: string): string {
    return formatAmount(this.toBase(amount), COINS[this.lab.coinType].baseDecimals);
  }

  balanceOf(tgUserId: bigint): Promise<bigint> {
    return readBalance(this.database.kysely, tgUserId, this.lab.coinType);
  }

  pay(wallet: LabWallet, amount: string, reference: string | null = null): Promise<string> {
    return wallet.pay({ amountBase: this.toBase(amount), reference });
  }

  askChallenge(tgUserId: bigint, { address }: LabWallet) {
    const asked = this.chain.bringsAddressWithProof ? {} : { address };
    return callAs(this.app, walletChallenge, tgUserId, { body: { type: this.walletType, ...asked } });
  }

  async prove(tgUserId: bigint, wallet: LabWallet): Promise<void> {
    await this.proveBy(tgUserId, wallet, wallet, await this.askChallenge(tgUserId, wallet));
  }

  /** Binds a wallet by what another one may have signed. */
  async proveBy(
    tgUserId: bigint,
    { address }: LabWallet,
    signer: LabWallet,
    challenge: Parameters<LabWallet["sign"]>[0],
  ) {
    const proof = await signer.sign(challenge);
    return callAs(this.app, bindWallet, tgUserId, { body: { type: this.walletType, address, proof } });
  }

  async send(tgUserId: bigint, totalAmount = "0.05"): Promise<string> {
    const { coinType } = this.lab;
    const sum = this.toCoins(totalAmount);
    const body = { type: "luckyDraw", coinType, count: 5, totalAmount: sum, passphrase: "Lucky Day" } as const;
    return (await callAs(this.app, sendRedEnvelope, tgUserId, { body })).order.orderId;
  }

  async readOrder(orderId: string, tgUserId = this.anna) {
    return (await callAs(this.app, orderDetail, tgUserId, { query: { orderId } })).order;
  }

  async readStatus(orderId: string, tgUserId = this.anna) {
    return (await this.readOrder(orderId, tgUserId)).status;
  }

  async readReference(orderId: string) {
    return (await this.readOrder(orderId)).reference;
  }

  report(orderId: string, txHash: string, tgUserId = this.anna) {
    return callAs(this.app, submitPayment, tgUserId, { body: { orderId, txHash } });
  }

  async readEnvelopeStatus(orderId: string): Promise<string> {
    const row = await this.database.kysely
      .selectFrom("envelope")
      .select("status")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return row.status;
  }

  /** What became of what these wallets sent. */
  async readOutcomes(...wallets: readonly LabWallet[]): Promise<(string | null)[]> {
    const rows = await this.database.kysely
      .selectFrom("chain_transfer")
      .select("outcome")
      .where(
        "from_address",
        "in",
        (wallets.length === 0 ? [this.annasWallet, this.bosWallet] : wallets).map(({ address }) => address),
      )
      .orderBy("position")
      .orderBy("transfer_index")
      .execute();
    return rows.map((row) => row.outcome);
  }

  /** Amount and outcome of each transfer of a transaction. */
  async readTransfers(txHash: string): Promise<[bigint, string | null][]> {
    const rows = await this.database.kysely
      .selectFrom("chain_transfer")
      .select(["amount_base", "outcome"])
      .where((where) => where.or([where("tx_hash", "=", txHash), where("reported_as", "=", txHash)]))
      .orderBy("seen_at")
      .orderBy("transfer_index")
      .execute();
    return rows.map((row) => [row.amount_base, row.outcome]);
  }

  async readSettledPosition(): Promise<bigint> {
    const cursor = await this.database.kysely
      .selectFrom("chain_cursor")
      .select("settled_position")
      .where("coin_type", "=", this.lab.coinType)
      .executeTakeFirstOrThrow();
    return cursor.settled_position;
  }

  /** A sender of another process, or of this one after a crash. */
  createSender(chain = this.chain): PayoutSender {
    if (chain.payouts === null) throw new Error("the lab's chain must have a signer");
    return new PayoutSender(this.app, chain, chain.payouts);
  }

  /** Puts money into Anna's balance. */
  async fill(amountBase: bigint): Promise<void> {
    await this.annasWallet.pay({ amountBase });
    await this.advance(4);
  }

  /** Queues a payout of Anna's, to a wallet that owns nothing unless one is named, and answers its id. */
  async queue(grossBase = this.lab.grossBase, toAddress = this.#createReceiver()): Promise<string> {
    const { app, chain, walletType } = this;
    const payoutId = await this.database.kysely.transaction().execute((trx) =>
      createPayout(trx, app, {
        tgUserId: this.anna,
        coinType: chain.coinType,
        grossBase,
        feeBase: this.lab.feeBase,
        toAddress,
        toAddressKey: toAddressKey(walletType, toAddress),
        network: chain.network.id,
        isAutomatic: false,
        requestId: null,
      }),
    );
    if (payoutId === null) throw new Error("the balance is too small");
    // The order of their age.
    app.clock.advance(1);
    return payoutId;
  }

  #createReceiver(): string {
    this.#receivers += 1;
    return this.lab.createReceiver(`receiver ${this.#receivers}`);
  }

  readPayout(payoutId: string): Promise<PayoutRow> {
    return this.database.kysely
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", payoutId)
      .executeTakeFirstOrThrow();
  }

  async readPayoutStatus(payoutId: string): Promise<PayoutRow["status"]> {
    return (await this.readPayout(payoutId)).status;
  }

  /** Their transactions, by the age of the payouts and the number of the attempt. */
  readAttempts(...payoutIds: readonly string[]): Promise<AttemptRow[]> {
    return this.database.kysely
      .selectFrom("payout_attempt")
      .innerJoin("payout", "payout.payout_id", "payout_attempt.payout_id")
      .selectAll("payout_attempt")
      .where("payout_attempt.payout_id", "in", payoutIds)
      .orderBy("payout.created_at")
      .orderBy("attempt")
      .execute();
  }

  /** Steps and adds blocks until they are settled. */
  async finish(...payoutIds: readonly string[]): Promise<void> {
    const areSettled = async () =>
      (await Promise.all(payoutIds.map((payoutId) => this.readPayout(payoutId)))).every((payout) => payout.settled_at);
    for (let round = 0; round < MOST_BLOCKS && !(await areSettled()); round += 1) {
      await this.sender.step();
      await this.advance(1);
    }
    await this.sender.step();
  }

  /** What the wallet of a payout holds, in base units. */
  async readArrived(payoutId: string): Promise<bigint> {
    return this.lab.readBalance((await this.readPayout(payoutId)).to_address);
  }

  /** Those that are not paid, or whose own wallet does not hold just what was agreed. */
  async listUnpaid(...payoutIds: readonly string[]): Promise<string[]> {
    const unpaid: string[] = [];
    for (const payoutId of payoutIds) {
      const { status, gross_base: grossBase, fee_base: feeBase } = await this.readPayout(payoutId);
      const arrivedBase = await this.readArrived(payoutId);
      if (status !== "paid" || arrivedBase !== grossBase - feeBase) unpaid.push(`${status}: ${arrivedBase}`);
    }
    return unpaid;
  }

  async readTreasury(): Promise<bigint> {
    return this.lab.readBalance(this.chain.treasuryAddress);
  }

  async readAccount(account: string): Promise<bigint> {
    const lines = await this.database.kysely
      .selectFrom("ledger_entry")
      .select("amount_base")
      .where("account", "=", account)
      .execute();
    return lines.reduce((sum, line) => sum + line.amount_base, 0n);
  }
}
