import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { COINS } from "#domain/coins.ts";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { createClockGuard } from "#server/clockGuard.ts";
import type { Database } from "#server/db/database.ts";
import { drawJob } from "#server/envelopes/draw/drawJob.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { openWaiting } from "#server/envelopes/life/openEnvelopes.ts";
import { expireOrders } from "#server/deposits/expireOrders.ts";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { sendPayouts } from "#server/payouts/sendPayouts.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addGroup, addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { createTestClock, type TestClock } from "#tests/support/testClock.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { Books, isWaiting } from "./books.ts";
import type { Arrival } from "./things.ts";
import { type Block, ModelChain, type Output } from "./chain.ts";
import { COIN_OF, connectModel, createAddress, createTxId, ModelEndpoint, type Shape } from "./endpoints.ts";
import { createDying } from "./dying.ts";
import * as tables from "./tables.ts";

export const PEOPLE = [1n, 2n, 3n] as const;
/** Has no account. */
export const STRANGER = 9n;
/** The group that envelopes are posted to. */
export const GROUP = -100n;

/** In units. */
const LIMITS = { personPerDay: 12n, allPerHour: 20n };
/** The window of draws for all. */
export const DRAW_WINDOW_S = 15;
/** Blocks after which what a host said wrongly is forgotten. */
const BLOCKS_UNTIL_CERTAIN = 12n;
/** The auditor says it of what left by hand. */
const MISSING = "the treasury held what the books say when they were last compared with the chain";
/** So often every process has worked when a final transfer is settled at last. */
const WORKS_UNTIL_SETTLED = 8;

/** The product on a database, a chain in memory behind two hosts, and the books that say what must come of it. */
export class MoneyWorld {
  readonly shape: Shape;
  readonly #people: readonly bigint[];
  readonly app: TestApp;
  /** The true time; that of the server may be another one. */
  readonly clock: TestClock = createTestClock();
  clockIsAheadMs = 0;
  /** Nobody hears of new rounds. */
  isBeaconSilent = false;
  /** Until then a question may be without an answer, since the messenger gave none. */
  membersUnknownUntilMs = 0;
  /** Whether the books follow what the product does by itself; a story says itself what must come of it. */
  isFollowed = true;
  readonly chain: ModelChain;
  readonly endpoints: readonly [ModelEndpoint, ModelEndpoint];
  books: Books;
  treasury: string;
  /** The treasury before its key was replaced. Some people pay it still. */
  former: string | null = null;
  #connected: Chain | null = null;
  /** What each process of the server reads of the chain. */
  #watchers: TestWatcher[] = [];
  /** Transfers that are in the books. */
  #settled = new Set<string>();
  /** What left the treasury, or may yet, and was in no books after a restore. */
  readonly lost = new Set<string>();
  /** What operators have sent themselves: no payout, whoever gets it. */
  readonly #byHand = new Set<string>();
  #earlier: { books: Books; settled: ReadonlySet<string> } | null = null;
  /** How often the processes have worked while they could see that money is missing. */
  #shortFor = 0;
  /** How often the processes have worked since a transfer is final and they could settle it. */
  readonly #waited = new Map<string, number>();
  #named = 0;
  #troubleAt = 0n;

  constructor(database: Database, shape: Shape, seed: string, people: readonly bigint[] = PEOPLE) {
    this.#people = people;
    this.shape = shape;
    const base = createTestApp(database, seed);
    const { clock } = this;
    const serverClock = { ...clock, now: () => new Date(clock.now().getTime() + this.clockIsAheadMs) };
    const coinType = COIN_OF[shape];
    // What an envelope is worth counts in the rankings, which the auditor adds up too.
    base.world.prices.set(coinType, "2000");
    const { unitBase } = this;
    const limits = {
      personPerDayBase: LIMITS.personPerDay * unitBase,
      allPerHourBase: LIMITS.allPerHour * unitBase,
    };
    const [configured] = Object.values(base.config.chains);
    if (configured === undefined) throw new Error("a server has a chain");
    this.app = {
      ...base,
      clock: serverClock,
      clockGuard: createClockGuard({
        clock: serverClock,
        readDatabaseTime: async () => clock.now(),
        listChains: () => [this.connected],
        readMonotonicMs: () => clock.now().getTime(),
        logger: silentLogger,
      }),
      config: {
        ...base.config,
        coins: [coinType],
        // Rounds come from the world itself.
        beacon: { ...base.config.beacon, urls: [] },
        chains: { [coinType]: { ...configured, payoutLimits: limits } },
      },
    };
    this.treasury = createAddress(shape, "treasury");
    const rich = 1_000n * this.unitBase;
    const holdings = new Map([...people, STRANGER].map((person) => [this.walletOf(person), rich]));
    this.chain = new ModelChain(clock, holdings, shape === "fuelled");
    this.endpoints = [new ModelEndpoint(this.chain), new ModelEndpoint(this.chain)];
    const { orderTtlMs, orderGraceMs, envelopeTtlMs } = this.app.config;
    const { minBase } = COINS[coinType];
    this.books = new Books({
      minBase,
      stepBase: this.stepBase,
      orderTtlMs,
      orderGraceMs,
      envelopeTtlMs,
      drawWindowMs: DRAW_WINDOW_S * 1_000,
      ...limits,
    });
  }

  get coinType() {
    return COIN_OF[this.shape];
  }

  /** A hundredth of a coin, or a dollar. */
  get unitBase(): bigint {
    return 10n ** BigInt(COINS[this.coinType].baseDecimals - (this.shape === "fuelled" ? 0 : 2));
  }

  /** The least amount that a call can name, which is what a quote of a payout rounds its fee up to. */
  get stepBase(): bigint {
    const { baseDecimals, decimals } = COINS[this.coinType];
    return 10n ** BigInt(baseDecimals - decimals);
  }

  makeHonest(): void {
    this.isBeaconSilent = false;
    for (const endpoint of this.endpoints) {
      endpoint.lie = null;
      endpoint.isAway = false;
    }
  }

  get nowMs(): number {
    return this.clock.now().getTime();
  }

  get tables(): tables.Tables {
    return this.app.database.kysely;
  }

  /** A name that nothing had before. */
  name(what: string): string {
    this.#named += 1;
    return `${what} ${this.#named}`;
  }

  /** Payouts may be paused for some blocks: a host lies, or books and chain are not compared. */
  noteTrouble(): void {
    this.#shortFor = 0;
    this.#troubleAt = this.chain.newest.position;
  }

  get isCertain(): boolean {
    return this.books.outgoing.size === 0 && this.chain.newest.position > this.#troubleAt + BLOCKS_UNTIL_CERTAIN;
  }

  /** Nobody does anything, and no block comes. One process has the leases by then. */
  pass(minutes: number): void {
    this.#watchers.splice(1);
    this.clock.advance(minutes * 60_000 + 500);
    this.noteTrouble();
  }

  get connected(): Chain {
    if (this.#connected === null) throw new Error("the world is not open");
    return this.#connected;
  }

  walletOf(person: bigint): string {
    return createAddress(this.shape, `wallet of ${person}`);
  }

  async open(): Promise<void> {
    await addUsers(this.app, this.#people);
    await this.tables.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
    const [sender, other] = this.#people;
    if (sender !== undefined && other !== undefined) {
      await addGroup(this.app, sender, GROUP, [other]);
      for (const member of [sender, other]) this.books.members.add(member);
    }
    this.noteTrouble();
    await this.restart();
  }

  /** As after the end of every process. */
  async restart(): Promise<void> {
    this.#watchers = [];
    await this.startProcess();
  }

  /** Every process starts again with another key, which signs from now on. Once. */
  async rotate(): Promise<void> {
    this.former = this.treasury;
    this.treasury = createAddress(this.shape, "the next treasury");
    this.#connected = null;
    this.noteTrouble();
    await this.restart();
  }

  isTreasury(address: string): boolean {
    return address === this.treasury || address === this.former;
  }

  /** What both treasuries hold together. */
  readHeld(block?: Block): bigint {
    const { chain, treasury, former } = this;
    return chain.readHolding(treasury, block) + (former === null ? 0n : chain.readHolding(former, block));
  }

  /** One process more, which watches and pays beside the others. */
  async startProcess(): Promise<void> {
    const { shape, treasury, former } = this;
    const oldTreasuryAddresses = former === null ? [] : [former];
    const chain = await connectModel(this.endpoints, { shape, treasuryAddress: treasury, oldTreasuryAddresses });
    this.#connected ??= chain;
    this.app.chains = linkChain(chain);
    const watcher = new TestWatcher(this.app, chain);
    this.#watchers.push(watcher);
    await watcher.poll().catch(() => undefined);
  }

  /** A backup: what is restored later is all that there is now. */
  async keepAll(): Promise<void> {
    await tables.keepAll(this.tables);
    this.#earlier = { books: this.books.clone(), settled: new Set(this.#settled) };
  }

  /** The backup takes the place of all that came since. False where there is none. */
  async restore(): Promise<boolean> {
    if (this.#earlier === null) return false;
    await tables.putAllBack(this.tables, this.coinType);
    this.books = this.#earlier.books;
    this.#settled = new Set(this.#earlier.settled);
    this.#earlier = null;
    this.#waited.clear();
    this.noteTrouble();
    const known = await tables.readKnownOutgoing(this.tables);
    for (const { id, from, outputs, feeBase } of this.chain.known.values()) {
      if (!this.isTreasury(from) || known.has(id)) continue;
      this.lost.add(id);
      const leaving = outputs.filter(({ to }) => !this.isTreasury(to) && !this.chain.refusing.has(to));
      const leftBase = leaving.reduce((sum, { amountBase }) => sum + amountBase, feeBase);
      if (leftBase > 0n) this.books.outgoing.set(id, leftBase);
    }
    await this.restart();
    return true;
  }

  /** An operator sends money of the treasury somewhere, by a wallet that knows nothing of the server. */
  spend(amountBase: bigint, to?: string, askedFeeBase = 1_000_000n, from = this.treasury): string {
    const { chain, shape, books } = this;
    const feeBase = shape === "fuelled" ? 0n : askedFeeBase;
    const id = createTxId(shape, this.name("spent by hand"));
    this.#byHand.add(id);
    const outputs = [{ to: to ?? createAddress(shape, id), amountBase, reference: null }];
    const nonce = shape === "numbered" ? (chain.newest.nonces.get(from) ?? 0n) : null;
    chain.send({ id, from, outputs, feeBase, nonce, validUntil: null, isUnreadable: false });
    this.noteTrouble();
    const leftBase = to === this.treasury ? feeBase : amountBase + feeBase;
    if (leftBase > 0n) books.outgoing.set(id, leftBase);
    return id;
  }

  /** Sends money to the treasury; it is in no block yet. Answers the transaction's id. */
  pay(from: string, payments: readonly Omit<Output, "to">[], isUnreadable = false): string {
    const id = createTxId(this.shape, this.name("payment"));
    const to = this.#named % 2 === 0 ? this.treasury : (this.former ?? this.treasury);
    const outputs = payments.map((payment) => ({ ...payment, to }));
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
    for (const watcher of this.#watchers) {
      await this.#workOf(this.app, watcher);
      await this.#follow();
    }
    await this.#countWaits();
  }

  /** All processes work at once, as where one has lost its leases and does not know. */
  async workTogether(): Promise<void> {
    await Promise.all(this.#watchers.map((watcher) => this.#workOf(this.app, watcher)));
    await this.#follow();
  }

  /** A process works until it dies, before one of its statements; the others live on. */
  async workAndDie(dieAt: number): Promise<void> {
    await this.asDying(dieAt, (app) => this.#workOf(app, new TestWatcher(app, this.connected)));
    await this.#follow();
  }

  /** What a process does that dies before one of its statements, if it has so many. Nobody hears how it ended. */
  async asDying(dieAt: number, act: (app: TestApp) => Promise<unknown>): Promise<boolean> {
    let isDead = false;
    const cut = (isCut: boolean) => {
      isDead ||= isCut;
      for (const endpoint of this.endpoints) endpoint.isCut = isCut;
    };
    await act(createDying(this.app, dieAt, () => cut(true))).catch(() => undefined);
    cut(false);
    return isDead;
  }

  async #workOf(app: App, watcher: TestWatcher): Promise<void> {
    const { signal } = new AbortController();
    await watcher.poll().catch(() => undefined);
    await openWaiting(app, this.coinType).catch(() => undefined);
    while (await expireOrders(app));
    await this.#speakRounds();
    await drawJob.run(app, signal).catch(() => undefined);
    await refundJob.run(app, signal);
    await sumEnded(app).catch(() => undefined);
    await payAutomatically(this.coinType).run(app, signal);
    // Its first step, and no second one.
    const stop = new AbortController();
    const sending = sendPayouts(this.coinType).run(app, stop.signal);
    stop.abort();
    await sending;
  }

  /** What the beacon has spoken by now of what draws wait for. */
  async #speakRounds(): Promise<void> {
    if (this.isBeaconSilent) return;
    const { chain } = this.app.config.beacon;
    const waiting = (await tables.readDraws(this.tables)).filter(({ end }) => end === "waiting");
    for (const { round } of waiting) {
      if (timeOfRound(chain, Number(round)).getTime() > this.nowMs) continue;
      const signature = createHash("sha384").update(String(round)).digest();
      const spoken = this.tables.insertInto("beacon_round").values({ round, signature, verified_at: this.clock.now() });
      await spoken.onConflict((conflict) => conflict.doNothing()).execute();
    }
  }

  /** What the product did by itself is in the books, each step if it was allowed. */
  async #follow(): Promise<void> {
    // What has come meanwhile may be as much as was missing.
    const bookedBase = await tables.readBooked(this.tables, this.coinType);
    if (bookedBase <= this.readHeld(this.chain.final)) this.#shortFor = 0;
    if (!this.isFollowed) return;
    await this.#followTransfers();
    await this.#followOrders();
    await this.#followDraws();
    await this.#followEnvelopes();
    await this.#followPayouts();
  }

  /** In the order in which the product settled them. Each is on the chain, final and just as it was settled. */
  async #followTransfers(): Promise<void> {
    for (const { txId, index, ...seen } of await tables.readSettled(this.tables)) {
      const name = `${txId} ${index}`;
      if (this.#settled.has(name)) continue;
      this.#settled.add(name);
      const arrival = this.#listFinalArrivals().find((one) => one.txId === txId && one.index === index);
      const { from, amountBase, reference } = arrival ?? {};
      assert.deepEqual(seen, { from, amountBase, reference: reference ?? null }, `settled ${name}`);
      if (arrival !== undefined) this.books.settle(arrival);
    }
  }

  async #followOrders(): Promise<void> {
    const finalTimeMs = await tables.readFinalTimeMs(this.tables, this.coinType);
    assert(finalTimeMs <= this.chain.final.time.getTime(), "a final time that no block has");
    const statuses = await tables.readOrders(this.tables);
    for (const { id, status } of this.books.orders.values()) {
      if (status !== "payable" || statuses[id] !== "expired") continue;
      const paying = this.#listUnsettled().find((arrival) => this.books.findPaid(arrival)?.id === id);
      assert(paying === undefined, `order ${id} ended, and ${paying?.txId} could pay it`);
      this.books.expire(id, finalTimeMs);
    }
  }

  async #followDraws(): Promise<void> {
    for (const [envelopeId, draws] of Map.groupBy(await tables.readDraws(this.tables), (draw) => draw.envelopeId)) {
      for (const [place, { end, entries }] of draws.entries()) {
        if (end === "waiting" || this.books.envelopes.get(envelopeId)?.draws?.[place]?.end !== "waiting") continue;
        const won = entries.flatMap(({ person, wonBase }) => (wonBase === null ? [] : [[person, wonBase] as const]));
        if (end === "drawn") this.books.draw(envelopeId, place, new Map(won), this.nowMs);
        else {
          assert(this.isBeaconSilent, `${envelopeId} ended undrawn while the beacon spoke`);
          this.books.undraw(envelopeId);
        }
      }
    }
  }

  async #followEnvelopes(): Promise<void> {
    for (const { id, status, openedAt } of await tables.readEnvelopes(this.tables)) {
      const known = this.books.envelopes.get(id);
      if (known?.status === "awaitingPayment" && openedAt !== null) {
        assert(!this.isStopped, `envelope ${id} opened while money is missing`);
        this.books.open(id, openedAt.getTime());
      }
      if (known?.status === "open" && status === "refunded") this.books.refund(id, this.nowMs);
    }
  }

  async #followPayouts(): Promise<void> {
    const { books, nowMs } = this;
    for (const { id, person, status, heldReason, isAutomatic, to, grossBase, feeBase } of await tables.readPayouts(
      this.tables,
    )) {
      if (isAutomatic && !books.payouts.has(id))
        books.withdrawAutomatically({ id, person, grossBase, netBase: grossBase - feeBase, to });
      if (["sending", "confirming", "paid"].includes(status)) {
        const isNew = books.payouts.get(id)?.leftAtMs === null;
        assert(!isNew || !this.isStopped, `payout ${id} left while money is missing`);
        books.leave(id, nowMs);
      }
      if (status === "paid" && books.payouts.get(id)?.isOver === "no") books.pay(id);
      const { isCertain, chain, former } = this;
      const isElsewhere = former !== null && chain.readHolding(former) > 0n;
      const isRefused = chain.refusing.has(to);
      const circumstances = { atMs: nowMs, isCertain, priceBase: chain.priceBase, isElsewhere, isRefused };
      if (heldReason !== null) books.hold(id, heldReason, circumstances);
      if (status === "returned" && books.payouts.get(id)?.isOver === "no") {
        assert(isRefused || !this.#mayLand(to), `payout ${id} is back, and its transaction may land`);
        books.return(id, circumstances);
      }
    }
  }

  /** Whether a transaction of the treasury to an address has landed, or may. */
  #mayLand(address: string): boolean {
    const { known, final } = this.chain;
    const paying = [...known.values()].filter(
      ({ id, from, outputs }) =>
        this.isTreasury(from) && !this.lost.has(id) && outputs.some(({ to }) => to === address),
    );
    return paying.some(
      ({ id, from, nonce, validUntil }) =>
        this.chain.isMined(id) ||
        (nonce !== null && nonce >= (final.nonces.get(from) ?? 0n)) ||
        (validUntil !== null && validUntil >= final.position),
    );
  }

  /** Nobody's money waits for somebody else's, whatever one host says of that. */
  async #countWaits(): Promise<void> {
    if (!this.isFollowed) return;
    const bookedBase = await tables.readBooked(this.tables, this.coinType);
    const isToldOfAll = this.endpoints.every(({ lie, isAway }) => !isAway && (lie === null || "txId" in lie));
    if (!isToldOfAll || this.clockIsAheadMs !== 0) this.#waited.clear();
    const missingBase = bookedBase - this.readHeld(this.chain.final);
    this.#shortFor = isToldOfAll && this.books.outgoing.size > 0 && missingBase > 0n ? this.#shortFor + 1 : 0;
    for (const { txId, index, amountBase } of this.#listUnsettled()) {
      const isDisputed = this.endpoints.some(({ lie }) => lie !== null && "txId" in lie && lie.txId === txId);
      if (isDisputed || amountBase < COINS[this.coinType].minBase) continue;
      const name = `${txId} ${index}`;
      const works = (this.#waited.get(name) ?? 0) + 1;
      this.#waited.set(name, works);
      assert(works <= WORKS_UNTIL_SETTLED, `transfer ${name} is final, and not settled`);
    }
  }

  /** Whether the product must have noticed that the treasury holds less than the books say. */
  get isStopped(): boolean {
    return this.#shortFor > WORKS_UNTIL_SETTLED;
  }

  isFinal(txId: string): boolean {
    const { blocks, final } = this.chain;
    return blocks.some(
      ({ position, transactions }) => position <= final.position && transactions.some(({ id }) => id === txId),
    );
  }

  #listUnsettled(): Arrival[] {
    return this.#listFinalArrivals().filter(({ txId, index }) => !this.#settled.has(`${txId} ${index}`));
  }

  /** Whether money of somebody is on its way that the product may know. */
  hasOnItsWay(person: bigint): boolean {
    const { chain } = this;
    return [...chain.waiting, ...chain.blocks.flatMap(({ transactions }) => transactions)].some(
      ({ id, from, outputs }) =>
        from === this.walletOf(person) && outputs.some((_, index) => !this.#settled.has(`${id} ${index}`)),
    );
  }

  /** What came to the treasury, and no transfer of somebody brought that is counted as one. */
  readNobodys(): bigint {
    const { minBase } = COINS[this.coinType];
    return this.chain.blocks
      .flatMap(({ transactions }) => transactions)
      .filter(({ from }) => !this.isTreasury(from))
      .flatMap(({ outputs, isUnreadable }) => outputs.map((output) => ({ ...output, isUnreadable })))
      .filter(({ to, amountBase, isUnreadable }) => this.isTreasury(to) && (isUnreadable || amountBase < minBase))
      .reduce((sum, { amountBase }) => sum + amountBase, 0n);
  }

  /** What should have happened by now, where every host is honest and the chain has gone on for a while. */
  async listLate(): Promise<string[]> {
    const { books, chain, nowMs } = this;
    const finalTimeMs = chain.final.time.getTime();
    const bookedBase = await tables.readBooked(this.tables, this.coinType);
    const heldBase = this.readHeld(chain.final);
    return [
      ...(bookedBase === heldBase ? [] : [`the books say ${bookedBase}, and the treasury holds ${heldBase}`]),
      ...this.#listUnsettled()
        .filter(({ amountBase }) => amountBase >= COINS[this.coinType].minBase)
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
      ...[...books.envelopes.values()].filter(isWaiting).map(({ id }) => `draw ${id}`),
      ...[...books.payouts.values()].filter(({ isOver }) => isOver === "no").map(({ id }) => `payout ${id}`),
    ];
  }

  #listFinalArrivals(): Arrival[] {
    const { blocks, final } = this.chain;
    return blocks.slice(0, Number(final.position) + 1).flatMap((block) => this.#listArrivals(block));
  }

  #listArrivals({ transactions, time, position }: Block): Arrival[] {
    return transactions
      .filter(({ isUnreadable, from }) => !isUnreadable && !this.isTreasury(from))
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
          .filter(({ to }) => this.isTreasury(to)),
      );
  }

  /** Product, books and auditor agree, whatever hosts say. */
  async check(): Promise<void> {
    const breaches = await findBreaches(this.app.database);
    const [missing = [], others = []] = [true, false].map((isWanted) =>
      breaches.filter((breach) => breach.startsWith(MISSING) === isWanted),
    );
    assert.deepEqual(others, []);
    assert(missing.length === 0 || !this.isCertain, missing.join());
    assert(missing.length === 1 || !this.isStopped, "money is missing, and the auditor does not say so");
    await this.#checkPayouts();
    const { books } = this;
    const staying = this.#people.filter((person) => !books.gone.has(person));
    const seen = {
      sums: await tables.readSums(this.tables, this.coinType, staying),
      balances: await tables.readBalances(this.tables, this.coinType, this.#people),
      orders: await tables.readOrders(this.tables),
      envelopes: Object.fromEntries(
        (await tables.readEnvelopes(this.tables)).map(({ id, status, claimedCount }) => [
          id,
          `${status} ${claimedCount}`,
        ]),
      ),
      draws: Object.fromEntries(
        [...Map.groupBy(await tables.readDraws(this.tables), ({ envelopeId }) => envelopeId)].map(([id, draws]) => [
          id,
          draws.map(({ end, entries }) => `${end}: ${entries.map(({ person }) => person).join()}`),
        ]),
      ),
      letters: await tables.readLetters(this.tables),
    };
    assert.deepEqual(seen, {
      sums: Object.fromEntries(staying.map((person) => [String(person), books.totalsOf(person)])),
      balances: Object.fromEntries(this.#people.map((person) => [String(person), books.balanceOf(person)])),
      orders: Object.fromEntries([...books.orders.values()].map(({ id, status }) => [id, status])),
      envelopes: Object.fromEntries(
        [...books.envelopes.values()].map(({ id, status, claims }) => [id, `${status} ${claims.size}`]),
      ),
      draws: Object.fromEntries(
        [...books.envelopes.values()]
          .filter(({ draws }) => (draws?.length ?? 0) > 0)
          .map(({ id, draws }) => [id, draws?.map(({ end, people }) => `${end}: ${people.join()}`)]),
      ),
      letters: Object.fromEntries(
        [...books.letters].flatMap(([person, told]) =>
          [...told].map(([change, { count, amountBase }]) => [`${person} ${change}`, `${count}: ${amountBase}`]),
        ),
      ),
    });
  }

  /** Nobody is paid twice, nobody is paid less than they were told, and what is not over has moved once at most. */
  async #checkPayouts(): Promise<void> {
    const statuses = new Map((await tables.readPayouts(this.tables)).map(({ id, status }) => [id, status]));
    for (const [to, payouts] of Map.groupBy(this.books.payouts.values(), (payout) => payout.to)) {
      let allowed = [0n];
      for (const { id, netBase } of payouts) {
        const status = statuses.get(id) ?? "";
        if (status === "paid") allowed = allowed.map((sum) => sum + netBase);
        else if (["sending", "confirming"].includes(status)) allowed = allowed.flatMap((sum) => [sum, sum + netBase]);
      }
      const arrivedBase = this.#readPaidTo(to, () => true);
      const lostBase = this.#readPaidTo(to, (id) => this.lost.has(id));
      // What the books forgot has paid it once, and nothing does so again.
      const [payout] = payouts;
      if (payouts.length === 1 && payout !== undefined && lostBase > 0n) allowed = [payout.netBase];
      else allowed = allowed.map((sum) => sum + lostBase);
      assert(allowed.includes(arrivedBase), `${arrivedBase} arrived at ${to}, not ${allowed.join(" or ")}`);
    }
  }

  #readPaidTo(address: string, isCounted: (txId: string) => boolean): bigint {
    // It sends back what it gets.
    if (this.chain.refusing.has(address)) return 0n;
    return this.chain.blocks
      .flatMap(({ transactions }) => transactions)
      .filter(({ id, from }) => this.isTreasury(from) && !this.#byHand.has(id) && isCounted(id))
      .flatMap(({ outputs }) => outputs)
      .reduce((sum, { to, amountBase }) => (to === address ? sum + amountBase : sum), 0n);
  }
}
