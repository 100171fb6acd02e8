import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { unbindWallet } from "#server/wallets/boundWallets.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import type { ChainLab, LabEndpoint, LabWallet } from "./chains/chainLab.ts";
import { makeHonest } from "./chains/chainLab.ts";
import { openTestDatabase } from "./database.ts";
import { linkChain } from "./linkChain.ts";
import { silentLogger } from "./silentLogger.ts";
import { addUsers, callAs } from "./story.ts";
import { createTestApp, type TestApp } from "./testApp.ts";
import type { TestClock } from "./testClock.ts";
import { TestWatcher } from "./testWatcher.ts";

/** A server that is paid on the chain of a lab, and what people do there. Amounts are of whole coins of the suite. */
export class PaymentDesk<Lab extends ChainLab = ChainLab> {
  readonly database: Database;
  readonly app: TestApp;
  readonly lab: Lab;
  chain: Chain;
  watcher: TestWatcher;
  /** Logged errors. */
  alarms: string[] = [];
  /** Two people of the case, of whom the first has proven a wallet. */
  anna = 100n;
  bo = 101n;
  annasWallet!: LabWallet;
  bosWallet!: LabWallet;

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
    const desk = new PaymentDesk(app, lab, await lab.connect(...lab.endpoints));
    app.logger = { ...silentLogger, error: (_, message) => void desk.alarms.push(message) };
    app.chains = linkChain(desk.chain);
    return desk;
  }

  /** For the next case: other people with other wallets, so that all cases share one chain and one database. */
  async begin(): Promise<void> {
    makeHonest(this.lab);
    this.alarms = [];
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

  async bindTyped(tgUserId: bigint, wallet: LabWallet): Promise<string> {
    const body = { type: this.walletType, address: wallet.otherSpelling };
    return (await callAs(this.app, bindWallet, tgUserId, { body })).wallet.walletId;
  }

  unbind(tgUserId: bigint, walletId: string) {
    return callAs(this.app, unbindWallet, tgUserId, { body: { walletId } });
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

  cancel(orderId: string, tgUserId = this.anna) {
    return callAs(this.app, cancelOrder, tgUserId, { body: { orderId } });
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

  readCursor() {
    return this.database.kysely
      .selectFrom("chain_cursor")
      .select(["settled_position", "final_time", "settled_ref"])
      .where("coin_type", "=", this.lab.coinType)
      .executeTakeFirstOrThrow();
  }

  async readNotifications(tgUserId: bigint): Promise<string[]> {
    const rows = await this.database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .where("tg_user_id", "=", tgUserId)
      .where("kind", "<>", "walletBound")
      .execute();
    return rows.map((row) => row.kind).toSorted();
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
