import assert from "node:assert/strict";
import { COINS } from "#domain/coins.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { refundJob } from "#server/envelopes/life/refundJob.ts";
import { openWaiting } from "#server/envelopes/life/openWaiting.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { expireOrders } from "#server/orders/expireOrders.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { type Arrival, Books, type OrderStatus } from "./books.ts";
import { type Block, ModelChain, type Output } from "./chain.ts";
import { COIN_OF, connectModel, createAddress, createTxId, ModelEndpoint, type Shape } from "./endpoints.ts";

export const PEOPLE = [1n, 2n, 3n] as const;
/** Has no account. */
export const STRANGER = 9n;

const ORDER_STATUSES: Readonly<Record<string, OrderStatus>> = {
  awaitingPayment: "payable",
  partiallyPaid: "payable",
  confirming: "payable",
  paid: "paid",
  cancelled: "cancelled",
  expired: "expired",
};

/** One process of the server: what it reads of the chain, and what it signs. */
interface Process {
  watcher: TestWatcher;
  sender: PayoutSender | null;
}

/** The product on a database, a chain in memory behind two hosts, and the books that say what must come of it. */
export class MoneyWorld {
  readonly shape: Shape;
  readonly app: TestApp;
  readonly chain: ModelChain;
  readonly endpoints: readonly [ModelEndpoint, ModelEndpoint];
  readonly books: Books;
  readonly treasury: string;
  #connected: Chain | null = null;
  #processes: Process[] = [];
  /** Transfers that are in the books. */
  readonly #settled = new Set<string>();
  #sent = 0;

  constructor(database: Database, shape: Shape, seed: string) {
    this.shape = shape;
    this.app = createTestApp(database, seed);
    this.app.config = { ...this.app.config, coins: [COIN_OF[shape]] };
    this.app.logger = silentLogger;
    this.treasury = createAddress(shape, "treasury");
    const rich = 1_000n * this.unitBase;
    const holdings = new Map([...PEOPLE, STRANGER].map((person) => [this.walletOf(person), rich]));
    this.chain = new ModelChain(this.app.clock, holdings);
    this.endpoints = [new ModelEndpoint(this.chain), new ModelEndpoint(this.chain)];
    const { orderTtlMs, orderGraceMs, envelopeTtlMs } = this.app.config;
    this.books = new Books({ minBase: COINS[this.coinType].minBase, orderTtlMs, orderGraceMs, envelopeTtlMs });
  }

  get coinType() {
    return COIN_OF[this.shape];
  }

  /** A hundredth of a coin. */
  get unitBase(): bigint {
    return 10n ** BigInt(COINS[this.coinType].baseDecimals - 2);
  }

  makeHonest(): void {
    for (const endpoint of this.endpoints) {
      endpoint.lie = null;
      endpoint.isAway = false;
    }
  }

  get nowMs(): number {
    return this.app.clock.now().getTime();
  }

  get connected(): Chain {
    if (this.#connected === null) throw new Error("the world is not open");
    return this.#connected;
  }

  walletOf(person: bigint): string {
    return createAddress(this.shape, `wallet of ${person}`);
  }

  async open(): Promise<void> {
    await addUsers(this.app, PEOPLE);
    await this.restart();
  }

  /** As after the end of every process. */
  async restart(): Promise<void> {
    this.#processes = [];
    await this.startProcess();
  }

  /** One process more, which watches and pays beside the others. */
  async startProcess(): Promise<void> {
    const { shape, treasury } = this;
    const chain = await connectModel(this.endpoints, { shape, treasuryAddress: treasury });
    this.#connected ??= chain;
    this.app.chains = linkChain(chain);
    const sender = chain.payouts === null ? null : new PayoutSender(this.app, chain, chain.payouts);
    const started = { watcher: new TestWatcher(this.app, chain), sender };
    this.#processes.push(started);
    await started.watcher.poll().catch(() => undefined);
  }

  /** Sends money to the treasury; it is in no block yet. Answers the transaction's id. */
  pay(from: string, payments: readonly Omit<Output, "to">[], isUnreadable = false): string {
    this.#sent += 1;
    const id = createTxId(this.shape, `payment ${this.#sent}`);
    const outputs = payments.map((payment) => ({ ...payment, to: this.treasury }));
    this.chain.send({ id, from, outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable });
    return id;
  }

  /** The chain goes on, and every process with it. */
  async mine(blocks: number): Promise<void> {
    for (let made = 0; made < blocks; made += 1) {
      this.chain.mine(1);
      await this.work();
    }
  }

  /** What the jobs of each process do, once. */
  async work(): Promise<void> {
    for (const { watcher, sender } of this.#processes) {
      await watcher.poll().catch(() => undefined);
      await openWaiting(this.app, this.coinType).catch(() => undefined);
      while (await expireOrders(this.app));
      await refundJob.run(this.app, new AbortController().signal);
      await sender?.step().catch(() => undefined);
    }
    await this.#follow();
  }

  /** What the product did by itself is in the books, each step if it was allowed. */
  async #follow(): Promise<void> {
    await this.#followTransfers();
    await this.#followOrders();
    await this.#followEnvelopes();
    for (const { id, isOver } of this.books.payouts.values()) {
      const { status } = await this.#readPayout(id);
      if (isOver === "no" && status === "paid") this.books.endPayout(id, "paid");
    }
  }

  /** In the order in which the product settled them. Each is on the chain, final and just as it was settled. */
  async #followTransfers(): Promise<void> {
    const rows = await this.app.database.kysely
      .selectFrom("chain_transfer")
      .selectAll()
      .where("settled_at", "is not", null)
      .orderBy("settled_at")
      .orderBy("position")
      .orderBy("transfer_index")
      .execute();
    for (const row of rows) {
      const name = `${row.tx_hash} ${row.transfer_index}`;
      if (this.#settled.has(name)) continue;
      this.#settled.add(name);
      const arrival = this.#listFinalArrivals().find(({ txId, index }) => `${txId} ${index}` === name);
      const seen = { from: row.from_address, amountBase: row.amount_base, reference: row.reference };
      const { from, amountBase, reference } = arrival ?? {};
      assert.deepEqual(seen, { from, amountBase, reference: reference ?? null }, `settled ${name}`);
      if (arrival !== undefined) this.books.settle(arrival);
    }
  }

  async #followOrders(): Promise<void> {
    const { kysely } = this.app.database;
    const cursor = await kysely
      .selectFrom("chain_cursor")
      .select("final_time")
      .where("coin_type", "=", this.coinType)
      .executeTakeFirst();
    const finalTimeMs = cursor?.final_time?.getTime() ?? 0;
    assert(finalTimeMs <= this.chain.final.time.getTime(), "a final time that no block has");
    const statuses = await this.#readOrders();
    for (const { id, status } of this.books.orders.values()) {
      if (status === "payable" && statuses[id] === "expired") this.books.expire(id, finalTimeMs);
    }
  }

  async #followEnvelopes(): Promise<void> {
    for (const { id, status } of this.books.envelopes.values()) {
      const row = await this.#readEnvelope(id);
      if (status === "awaitingPayment" && row.opened_at !== null) this.books.open(id, row.opened_at.getTime());
      if (row.status === "refunded" && this.books.envelopes.get(id)?.status === "open")
        this.books.refund(id, this.nowMs);
    }
  }

  /** What should have happened by now, where every host is honest and the chain has gone on for a while. */
  listLate(): string[] {
    const { books, chain, nowMs } = this;
    const finalTimeMs = chain.final.time.getTime();
    const arrivals = this.#listFinalArrivals().filter(({ amountBase }) => amountBase >= COINS[this.coinType].minBase);
    return [
      ...arrivals
        .filter(({ txId, index }) => !this.#settled.has(`${txId} ${index}`))
        .map(({ txId }) => `transfer ${txId}`),
      ...[...books.orders.values()]
        .filter((order) => order.status === "payable" && books.isOverdue(order, finalTimeMs))
        .map(({ id }) => `order ${id}`),
      ...[...books.orders.values()]
        .filter(
          ({ status, envelopeId }) =>
            status === "paid" && books.envelopes.get(envelopeId)?.status === "awaitingPayment",
        )
        .map(({ envelopeId }) => `opening ${envelopeId}`),
      ...[...books.envelopes.values()]
        .filter((envelope) => books.isOver(envelope, nowMs))
        .map(({ id }) => `refund ${id}`),
      ...[...books.payouts.values()].filter(({ isOver }) => isOver === "no").map(({ id }) => `payout ${id}`),
    ];
  }

  #listFinalArrivals(): Arrival[] {
    const { blocks, final } = this.chain;
    return blocks.slice(0, Number(final.position) + 1).flatMap((block) => this.#listArrivals(block));
  }

  #listArrivals({ transactions, time, position }: Block): Arrival[] {
    return transactions
      .filter(({ isUnreadable, from }) => !isUnreadable && from !== this.treasury)
      .flatMap(({ id, from, outputs }) =>
        outputs
          .map(({ to, amountBase, reference }, index) => ({
            to,
            txId: id,
            index,
            from,
            amountBase,
            reference,
            timeMs: time.getTime(),
            position,
          }))
          .filter(({ to }) => to === this.treasury),
      );
  }

  /** Product, books and auditor agree, whatever hosts say. */
  async check(): Promise<void> {
    assert.deepEqual(await findBreaches(this.app.database), []);
    await this.#checkPayouts();
    const { books } = this;
    const seen = {
      balances: await this.#readBalances(),
      orders: await this.#readOrders(),
      envelopes: await this.#readEnvelopes(),
    };
    assert.deepEqual(seen, {
      balances: Object.fromEntries(PEOPLE.map((person) => [String(person), books.balanceOf(person)])),
      orders: Object.fromEntries([...books.orders.values()].map(({ id, status }) => [id, status])),
      envelopes: Object.fromEntries(
        [...books.envelopes.values()].map(({ id, status, claims }) => [id, `${status} ${claims.size}`]),
      ),
    });
  }

  /** Nobody is paid twice, nobody is paid less than they were told, and what is not over has moved once at most. */
  async #checkPayouts(): Promise<void> {
    for (const { id, to, netBase } of this.books.payouts.values()) {
      const { status } = await this.#readPayout(id);
      const arrivedBase = this.chain.readHolding(to);
      const allowed = status === "paid" ? [netBase] : ["cancelled", "returned"].includes(status) ? [0n] : [0n, netBase];
      assert(allowed.includes(arrivedBase), `payout ${id} is ${status}, and ${arrivedBase} arrived`);
    }
  }

  async #readBalances(): Promise<Record<string, bigint>> {
    const found: Record<string, bigint> = {};
    for (const person of PEOPLE)
      found[String(person)] = await readBalance(this.app.database.kysely, person, this.coinType);
    return found;
  }

  async #readOrders(): Promise<Record<string, OrderStatus | undefined>> {
    const rows = await this.app.database.kysely.selectFrom("payment_order").select(["order_id", "status"]).execute();
    return Object.fromEntries(rows.map(({ order_id: id, status }) => [id, ORDER_STATUSES[status]]));
  }

  async #readEnvelopes(): Promise<Record<string, string>> {
    const { kysely } = this.app.database;
    const rows = await kysely.selectFrom("envelope").select(["envelope_id", "status", "claimed_count"]).execute();
    return Object.fromEntries(rows.map((row) => [row.envelope_id, `${row.status} ${row.claimed_count}`]));
  }

  #readEnvelope(id: string) {
    return this.app.database.kysely
      .selectFrom("envelope")
      .selectAll()
      .where("envelope_id", "=", id)
      .executeTakeFirstOrThrow();
  }

  #readPayout(id: string) {
    return this.app.database.kysely
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", id)
      .executeTakeFirstOrThrow();
  }
}
