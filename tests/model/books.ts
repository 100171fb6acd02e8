/**
 * What becomes of money, as PRODUCT.md says it, in plain TypeScript: no database, no chain, no clock of its own. The product
 * does the same beside it, and after each command both must agree. Amounts are base units of one coin.
 */

export interface Arrival {
  txId: string;
  /** Of the transfer in its transaction. */
  index: number;
  from: string;
  amountBase: bigint;
  reference: string | null;
  /** Of its block. */
  position: bigint;
  timeMs: number;
}

export type OrderStatus = "payable" | "paid" | "cancelled" | "expired";
export type EnvelopeStatus = "awaitingPayment" | "open" | "finished" | "refunded" | "cancelled";

export interface ModelOrder {
  id: string;
  person: bigint;
  /** The wallet it is to be paid from. */
  wallet: string;
  reference: string | null;
  dueBase: bigint;
  paidBase: bigint;
  status: OrderStatus;
  madeAtMs: number;
  /** The newest block that the product knew then: what came up to it cannot pay the order. */
  madePosition: bigint;
  expiresAtMs: number;
  envelopeId: string;
  /** Transactions that were reported as its payment. */
  reported: Set<string>;
}

export interface ModelEnvelope {
  id: string;
  sender: bigint;
  passphrase: string;
  isLuckyDraw: boolean;
  totalBase: bigint;
  count: number;
  status: EnvelopeStatus;
  openedAtMs: number;
  claims: Map<bigint, bigint>;
}

export interface ModelPayout {
  id: string;
  person: bigint;
  grossBase: bigint;
  /** What arrives at `to`. */
  netBase: bigint;
  to: string;
  isOver: "no" | "paid" | "givenBack";
}

export interface Rules {
  minBase: bigint;
  orderTtlMs: number;
  orderGraceMs: number;
  envelopeTtlMs: number;
}

export class Books {
  readonly #rules: Rules;
  readonly balances = new Map<bigint, bigint>();
  /** Who has proven an address. */
  readonly owners = new Map<string, bigint>();
  /** Whose account a payment can name. */
  readonly references = new Map<string, bigint>();
  readonly orders = new Map<string, ModelOrder>();
  readonly envelopes = new Map<string, ModelEnvelope>();
  readonly payouts = new Map<string, ModelPayout>();
  /** Arrivals of addresses that nobody has proven. */
  unmatched: Arrival[] = [];

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  balanceOf(person: bigint): bigint {
    return this.balances.get(person) ?? 0n;
  }

  #move(person: bigint, amountBase: bigint): void {
    this.balances.set(person, this.balanceOf(person) + amountBase);
  }

  send(
    order: Omit<ModelOrder, "paidBase" | "status" | "expiresAtMs" | "reported">,
    envelope: Omit<ModelEnvelope, "status" | "openedAtMs" | "claims">,
  ): void {
    const expiresAtMs = order.madeAtMs + this.#rules.orderTtlMs;
    this.orders.set(order.id, { ...order, paidBase: 0n, status: "payable", expiresAtMs, reported: new Set() });
    this.envelopes.set(envelope.id, { ...envelope, status: "awaitingPayment", openedAtMs: 0, claims: new Map() });
  }

  /** Whoever proves an address gets what came from it before. */
  prove(person: bigint, address: string): void {
    this.owners.set(address, person);
    const own = this.unmatched.filter(({ from }) => from === address);
    this.unmatched = this.unmatched.filter(({ from }) => from !== address);
    for (const { amountBase } of own) this.#move(person, amountBase);
  }

  /** A final arrival. A reference goes before the sender; an order before the balance. */
  settle(arrival: Arrival): void {
    const { from, amountBase, reference } = arrival;
    const named = [...this.orders.values()].find((order) => reference !== null && order.reference === reference);
    const account = reference === null ? undefined : this.references.get(reference);
    const person = named?.person ?? account ?? this.owners.get(from);
    const order = person === undefined || account !== undefined ? null : this.#findOrder(arrival, person, named);
    const paysRest = order !== null && amountBase >= order.dueBase - order.paidBase;
    // What is below the minimum and pays no rest is nobody's.
    if (amountBase < this.#rules.minBase && !paysRest) return;
    if (person === undefined) {
      this.unmatched.push(arrival);
      return;
    }
    if (order === null) {
      this.#move(person, amountBase);
      return;
    }
    const roomBase = order.dueBase - order.paidBase;
    const usedBase = amountBase < roomBase ? amountBase : roomBase;
    order.paidBase += usedBase;
    this.#move(person, amountBase - usedBase);
    if (order.paidBase === order.dueBase) this.#pay(order);
  }

  #findOrder(arrival: Arrival, person: bigint, named: ModelOrder | undefined): ModelOrder | null {
    const open = [...this.orders.values()].filter((order) => order.person === person && this.#canPay(arrival, order));
    if (named !== undefined) return open.includes(named) ? named : null;
    const reported = open.find((order) => order.reported.has(arrival.txId));
    if (reported !== undefined) return reported;
    const own = open.filter(({ wallet }) => wallet === arrival.from);
    const exact = own.find(({ dueBase, paidBase }) => dueBase - paidBase === arrival.amountBase);
    return exact ?? (own.length === 1 ? (own[0] ?? null) : null);
  }

  #canPay({ position, timeMs }: Arrival, { status, madePosition, expiresAtMs }: ModelOrder): boolean {
    return status === "payable" && position > madePosition && timeMs <= expiresAtMs + this.#rules.orderGraceMs;
  }

  #pay(order: ModelOrder): void {
    order.status = "paid";
  }

  /** An envelope lives from the moment at which the product opens it, which no unpaid one is. */
  open(envelopeId: string, atMs: number): void {
    const order = [...this.orders.values()].find((one) => one.envelopeId === envelopeId);
    if (order?.status !== "paid") throw new Error(`${envelopeId} opened, and nobody paid for it`);
    const envelope = this.#findEnvelope(envelopeId);
    envelope.status = "open";
    envelope.openedAtMs = atMs;
  }

  cancel(orderId: string): void {
    this.#end(this.#findOrderById(orderId), "cancelled");
  }

  /** An order ends once the newest final block is past its time of grace: what nobody paid by then comes too late. */
  expire(orderId: string, finalTimeMs: number): void {
    const order = this.#findOrderById(orderId);
    if (!this.isOverdue(order, finalTimeMs)) throw new Error(`order ${orderId} ended before its time`);
    this.#end(order, "expired");
  }

  isOverdue({ expiresAtMs }: ModelOrder, finalTimeMs: number): boolean {
    return finalTimeMs > expiresAtMs + this.#rules.orderGraceMs;
  }

  #end(order: ModelOrder, status: "cancelled" | "expired"): void {
    order.status = status;
    this.#move(order.person, order.paidBase);
    order.paidBase = 0n;
    this.#findEnvelope(order.envelopeId).status = "cancelled";
  }

  /** Whether somebody who asks now gets a share. */
  canClaim(envelopeId: string, person: bigint, nowMs: number): boolean {
    const { status, claims, openedAtMs, sender, isLuckyDraw } = this.#findEnvelope(envelopeId);
    const mayTake = isLuckyDraw || sender !== person;
    return mayTake && status === "open" && !claims.has(person) && nowMs < openedAtMs + this.#rules.envelopeTtlMs;
  }

  claim(envelopeId: string, person: bigint, amountBase: bigint): void {
    const envelope = this.#findEnvelope(envelopeId);
    envelope.claims.set(person, amountBase);
    this.#move(person, amountBase);
    if (envelope.status !== "open") throw new Error(`a share of ${envelopeId}, which is ${envelope.status}`);
    if (envelope.claims.size === envelope.count) envelope.status = "finished";
  }

  /** What is left goes back, once the time is over or the sender ends it. */
  close(envelopeId: string): void {
    const envelope = this.#findEnvelope(envelopeId);
    envelope.status = "refunded";
    this.#move(envelope.sender, envelope.totalBase - sumOf(envelope.claims.values()));
  }

  /** What nobody took goes back by itself after its time. */
  refund(envelopeId: string, nowMs: number): void {
    if (!this.isOver(this.#findEnvelope(envelopeId), nowMs))
      throw new Error(`${envelopeId} was given back before its time`);
    this.close(envelopeId);
  }

  isOver({ status, openedAtMs }: ModelEnvelope, nowMs: number): boolean {
    return status === "open" && nowMs >= openedAtMs + this.#rules.envelopeTtlMs;
  }

  withdraw(payout: Omit<ModelPayout, "isOver">): void {
    this.#move(payout.person, -payout.grossBase);
    this.payouts.set(payout.id, { ...payout, isOver: "no" });
  }

  endPayout(id: string, isOver: "paid" | "givenBack"): void {
    const payout = this.payouts.get(id);
    if (payout === undefined || payout.isOver !== "no") throw new Error(`payout ${id} ends twice`);
    payout.isOver = isOver;
    if (isOver === "givenBack") this.#move(payout.person, payout.grossBase);
  }

  #findOrderById(id: string): ModelOrder {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`no order ${id}`);
    return order;
  }

  #findEnvelope(id: string): ModelEnvelope {
    const envelope = this.envelopes.get(id);
    if (envelope === undefined) throw new Error(`no envelope ${id}`);
    return envelope;
  }
}

function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}
