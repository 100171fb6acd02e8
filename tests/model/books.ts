import type {
  Arrival,
  Change,
  Circumstances,
  Frozen,
  ModelDraw,
  ModelEnvelope,
  ModelOrder,
  ModelPayout,
  Rules,
} from "./things.ts";

/**
 * What becomes of money, as PRODUCT.md says it, in plain TypeScript: no database, no chain, no clock of its own. The product
 * does the same beside it, and after each command both must agree. Amounts are base units of one coin.
 */

const HOUR_MS = 3_600_000;
/** A round of the beacon is spoken so long after its window's end, or later. */
/** So long before its end an envelope opens no window. */
const LEAST_WINDOW_MS = 3_000;
const UNTIL_SPOKEN_MS = 1_000;

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
  /** Whose balance is paid out by itself, up to this fee. */
  readonly automatic = new Map<bigint, bigint>();
  readonly frozen = new Set<Frozen>();
  /** Whose account is deleted. */
  readonly gone = new Set<bigint>();
  /** Who is in the group that envelopes are posted to. */
  readonly members = new Set<bigint>();
  /** What operators have sent from the treasury by hand and not booked yet, by its transaction. */
  readonly outgoing = new Map<string, bigint>();
  /** Where operators keep money: what comes from there is nobody's. */
  readonly cold = new Set<string>();
  /** What operators gave away of what nobody's transfer brought. */
  givenBase = 0n;
  /** What the bot has told each person. */
  readonly letters = new Map<bigint, Map<Change, { count: number; amountBase: bigint }>>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** The books of this moment, which go on apart from these. */
  clone(): Books {
    return Object.assign(new Books(this.#rules), structuredClone(Object.fromEntries(Object.entries(this))));
  }

  balanceOf(person: bigint): bigint {
    return this.balances.get(person) ?? 0n;
  }

  #move(person: bigint, amountBase: bigint): void {
    this.balances.set(person, this.balanceOf(person) + amountBase);
  }

  #tell(person: bigint, change: Change, amountBase: bigint): void {
    const told = this.letters.get(person) ?? new Map<Change, { count: number; amountBase: bigint }>();
    const before = told.get(change) ?? { count: 0, amountBase: 0n };
    this.letters.set(person, told.set(change, { count: before.count + 1, amountBase: before.amountBase + amountBase }));
  }

  /** Money that comes to a balance from outside or back is told each time. */
  #credit(person: bigint, amountBase: bigint): void {
    if (amountBase === 0n) return;
    this.#move(person, amountBase);
    this.#tell(person, "received", amountBase);
  }

  send(
    order: Omit<ModelOrder, "paidBase" | "status" | "expiresAtMs" | "reported">,
    {
      isDrawn,
      ...envelope
    }: Omit<ModelEnvelope, "status" | "openedAtMs" | "claims" | "draws" | "isEnding"> & {
      isDrawn: boolean;
    },
  ): void {
    const expiresAtMs = order.madeAtMs + this.#rules.orderTtlMs;
    this.orders.set(order.id, { ...order, paidBase: 0n, status: "payable", expiresAtMs, reported: new Set() });
    this.envelopes.set(envelope.id, {
      ...envelope,
      status: "awaitingPayment",
      openedAtMs: 0,
      claims: new Map(),
      draws: isDrawn ? [] : null,
      isEnding: false,
    });
  }

  /** Whoever proves an address gets what came from it before. */
  prove(person: bigint, address: string): void {
    this.owners.set(address, person);
    if (this.cold.has(address)) return;
    const own = this.unmatched.filter(({ from }) => from === address);
    this.unmatched = this.unmatched.filter(({ from }) => from !== address);
    for (const { amountBase } of own) this.#credit(person, amountBase);
  }

  /** Whose an arrival is that nobody has proven, an operator decides once. */
  assign(person: bigint, arrival: Arrival): void {
    this.unmatched = this.unmatched.filter((other) => other !== arrival);
    this.#credit(person, arrival.amountBase);
  }

  /** What nobody's transfer brought, an operator gives to whom it belongs. */
  assignSurplus(person: bigint, amountBase: bigint): void {
    this.givenBase += amountBase;
    this.#credit(person, amountBase);
  }

  /** It is operators' own money that is back. */
  returnFromCold(arrival: Arrival): void {
    if (!this.cold.has(arrival.from)) throw new Error("a stranger's money is taken for operators'");
    this.unmatched = this.unmatched.filter((other) => other !== arrival);
  }

  /** A final arrival pays an order before it is in a balance. */
  settle(arrival: Arrival): void {
    const { from, amountBase, reference } = arrival;
    const isCold = this.cold.has(from);
    const named = this.#findNamed(arrival);
    const account = reference === null ? undefined : this.references.get(reference);
    const person = isCold ? undefined : (named?.person ?? account ?? this.owners.get(from));
    const order = this.findPaid(arrival);
    // What is below the minimum and pays no rest is nobody's.
    if (order === null && amountBase < this.#rules.minBase) return;
    if (person === undefined) {
      this.unmatched.push(arrival);
      return;
    }
    const roomBase = order === null ? 0n : order.dueBase - order.paidBase;
    const usedBase = amountBase < roomBase ? amountBase : roomBase;
    this.#credit(person, amountBase - usedBase);
    if (order === null) return;
    order.paidBase += usedBase;
    if (order.paidBase === order.dueBase) order.status = "paid";
  }

  /** The order that an arrival pays. A reference goes before the sender. */
  findPaid(arrival: Arrival): ModelOrder | null {
    const { reference, from, amountBase } = arrival;
    if (this.cold.has(from) || (reference !== null && this.references.has(reference))) return null;
    const named = this.#findNamed(arrival);
    const person = named?.person ?? this.owners.get(from);
    const open = [...this.orders.values()].filter((order) => order.person === person && this.#canPay(arrival, order));
    const own = open.filter(({ wallet }) => wallet === from);
    const paid =
      named === undefined
        ? (open.find((order) => order.reported.has(arrival.txId)) ??
          own.find(({ dueBase, paidBase }) => dueBase - paidBase === amountBase) ??
          (own.length === 1 ? own[0] : undefined))
        : open.find((order) => order === named);
    if (paid === undefined) return null;
    return amountBase >= this.#rules.minBase || amountBase >= paid.dueBase - paid.paidBase ? paid : null;
  }

  #findNamed({ reference }: Arrival): ModelOrder | undefined {
    return [...this.orders.values()].find((order) => reference !== null && order.reference === reference);
  }

  #canPay({ position, timeMs }: Arrival, { status, madePosition, madeAtMs, expiresAtMs }: ModelOrder): boolean {
    return (
      status === "payable" &&
      (madePosition === null ? timeMs >= madeAtMs : position > madePosition) &&
      timeMs <= expiresAtMs + this.#rules.orderGraceMs
    );
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
    this.#credit(order.person, order.paidBase);
    order.paidBase = 0n;
    this.#findEnvelope(order.envelopeId).status = "cancelled";
  }

  /** Whether somebody who asks now gets a share, or a place in the draw. */
  canClaim(envelopeId: string, person: bigint, nowMs: number): boolean {
    const envelope = this.#findEnvelope(envelopeId);
    const { status, claims, openedAtMs, sender, isLuckyDraw, passphrase, draws, isEnding } = envelope;
    const mayTake = (isLuckyDraw || sender !== person) && (passphrase !== null || this.members.has(person));
    const isOpen = status === "open" && !isEnding && nowMs < openedAtMs + this.#rules.envelopeTtlMs;
    if (!mayTake || !isOpen || claims.has(person)) return false;
    const canOpen = countFree(envelope) > 0 && nowMs + LEAST_WINDOW_MS < openedAtMs + this.#rules.envelopeTtlMs;
    return draws === null || (!isIn(draws, person) && (isOpenAt(draws.at(-1), nowMs) || canOpen));
  }

  /** The first to enter opens a window; its end never moves. */
  enter(envelopeId: string, person: bigint, nowMs: number): void {
    const { draws, openedAtMs } = this.#findEnvelope(envelopeId);
    if (draws === null) throw new Error(`${envelopeId} has no draw`);
    const last = draws.at(-1);
    if (isOpenAt(last, nowMs)) {
      last.people.push(person);
      return;
    }
    const closesAtMs = Math.min(nowMs + this.#rules.drawWindowMs, openedAtMs + this.#rules.envelopeTtlMs);
    draws.push({ people: [person], closesAtMs, end: "waiting" });
  }

  /** A share for each of those who are in, as far as there are shares; earlier draws go first. */
  draw(envelopeId: string, place: number, won: ReadonlyMap<bigint, bigint>, nowMs: number): void {
    const envelope = this.#findEnvelope(envelopeId);
    const { draws, claims, count } = envelope;
    const draw = draws?.[place];
    if (draw?.end !== "waiting" || draws?.slice(0, place).some(({ end }) => end === "waiting"))
      throw new Error(`draw ${place} of ${envelopeId} out of turn`);
    if (nowMs < draw.closesAtMs + UNTIL_SPOKEN_MS) throw new Error(`${envelopeId} was drawn before its round`);
    if (won.size !== Math.min(draw.people.length, count - claims.size))
      throw new Error(`${won.size} of ${draw.people.length} won a share of ${envelopeId}`);
    draw.end = "drawn";
    for (const [person, amountBase] of won) {
      if (!draw.people.includes(person)) throw new Error(`${person} won a share of ${envelopeId} and was not in`);
      this.claim(envelopeId, person, amountBase);
    }
  }

  /** The beacon was silent for too long: nothing is drawn any more. */
  undraw(envelopeId: string): void {
    const envelope = this.#findEnvelope(envelopeId);
    envelope.isEnding = true;
    for (const draw of envelope.draws ?? []) if (draw.end === "waiting") draw.end = "undrawn";
  }

  claim(envelopeId: string, person: bigint, amountBase: bigint): void {
    const envelope = this.#findEnvelope(envelopeId);
    envelope.claims.set(person, amountBase);
    this.#move(person, amountBase);
    if (envelope.status !== "open") throw new Error(`a share of ${envelopeId}, which is ${envelope.status}`);
    if (envelope.claims.size === envelope.count) envelope.status = "finished";
  }

  /** What is left goes back, once the time is over or the sender ends it, and no draw waits. */
  close(envelopeId: string): void {
    const envelope = this.#findEnvelope(envelopeId);
    envelope.isEnding = true;
    if (isWaiting(envelope)) return;
    envelope.status = "refunded";
    this.#credit(envelope.sender, envelope.totalBase - sumOf(envelope.claims.values()));
  }

  /** What nobody took goes back by itself after its time. */
  refund(envelopeId: string, nowMs: number): void {
    if (!this.isOver(this.#findEnvelope(envelopeId), nowMs))
      throw new Error(`${envelopeId} was given back before its time`);
    this.close(envelopeId);
  }

  isOver(envelope: ModelEnvelope, nowMs: number): boolean {
    const { status, openedAtMs, isEnding } = envelope;
    const hasEnded = isEnding || nowMs >= openedAtMs + this.#rules.envelopeTtlMs;
    return status === "open" && hasEnded && !isWaiting(envelope);
  }

  withdraw(payout: Pick<ModelPayout, "id" | "person" | "grossBase" | "netBase" | "to">, isAutomatic = false): void {
    if (this.balanceOf(payout.person) < payout.grossBase) throw new Error("a payout of what is not there");
    this.#move(payout.person, -payout.grossBase);
    this.payouts.set(payout.id, {
      ...payout,
      isAutomatic,
      isOver: "no",
      leftAtMs: null,
      isHeld: false,
      isReleased: false,
    });
  }

  /** What is paid out by itself is a whole balance, for a fee that is agreed and half of it at most. */
  withdrawAutomatically(payout: Parameters<Books["withdraw"]>[0]): void {
    const { person, grossBase, netBase, to } = payout;
    const mostFeeBase = this.automatic.get(person);
    const feeBase = grossBase - netBase;
    if (mostFeeBase === undefined || feeBase > mostFeeBase) throw new Error(`${person} never agreed to a payout`);
    if (this.owners.get(to) !== person) throw new Error("a payout by itself goes to a proven wallet alone");
    if (
      grossBase !== this.balanceOf(person) - (this.balanceOf(person) % this.#rules.stepBase) ||
      grossBase < 2n * feeBase
    )
      throw new Error("a payout by itself of another sum");
    this.withdraw(payout, true);
  }

  isFrozen({ person }: Pick<ModelPayout, "person">): boolean {
    return this.frozen.has("all") || this.frozen.has(person);
  }

  /** Its transaction is signed: not while it is frozen, and above a limit only where an operator let it pass. */
  leave(id: string, atMs: number): void {
    const payout = this.#findPayout(id);
    if (payout.leftAtMs !== null) return;
    if (this.isFrozen(payout)) throw new Error(`payout ${id} left while it was frozen`);
    if (!payout.isReleased && this.isAboveLimit(payout, atMs)) throw new Error(`payout ${id} left above a limit`);
    payout.leftAtMs = atMs;
    payout.isHeld = false;
  }

  /** A person's limit is of a day, that of all people of an hour. */
  isAboveLimit(payout: ModelPayout, atMs: number): boolean {
    const { personPerDayBase, allPerHourBase } = this.#rules;
    const sumSince = (sinceMs: number, isCounted: (other: ModelPayout) => boolean) =>
      sumOf(
        [...this.payouts.values()]
          .filter((other) => other !== payout && other.leftAtMs !== null && other.leftAtMs > sinceMs)
          .filter((other) => other.isOver !== "givenBack" && isCounted(other))
          .map(({ grossBase }) => grossBase),
      ) + payout.grossBase;
    return (
      sumSince(atMs - 24 * HOUR_MS, ({ person }) => person === payout.person) > personPerDayBase ||
      sumSince(atMs - HOUR_MS, () => true) > allPerHourBase
    );
  }

  /** Its owner is told once that it waits, with the true reason. */
  hold(id: string, reason: string, { atMs, isCertain, priceBase, isElsewhere }: Circumstances): void {
    const payout = this.#findPayout(id);
    if (payout.isHeld) return;
    const isTrue =
      (reason === "paused" && (this.frozen.has("all") || !isCertain)) ||
      (reason === "treasury" && (!isCertain || isElsewhere)) ||
      (reason === "frozen" && this.frozen.has(payout.person)) ||
      (reason === "fee" && priceBase > payout.grossBase - payout.netBase) ||
      (reason === "limit" && this.isAboveLimit(payout, atMs));
    if (!isTrue) throw new Error(`payout ${id} is held for ${reason}`);
    payout.isHeld = true;
    this.#tell(payout.person, "held", payout.netBase);
  }

  release(id: string): void {
    const payout = this.#findPayout(id);
    payout.isReleased = true;
    payout.isHeld = false;
  }

  pay(id: string): void {
    const payout = this.#findPayout(id);
    if (payout.isOver !== "no") throw new Error(`payout ${id} ends twice`);
    payout.isOver = "paid";
    this.#tell(payout.person, "paidOut", payout.netBase);
  }

  /** An operator gives it back and says so. What is paid out by itself would come again, so that is switched off. */
  refuse(id: string): void {
    this.giveBack(id);
    const { person, grossBase, isAutomatic } = this.#findPayout(id);
    if (isAutomatic) this.automatic.delete(person);
    this.#tell(person, "returned", grossBase);
  }

  /**
   * What it left by can never land, and another one costs more than was agreed; or its receiver has sent it back: the bot says
   * that it is back.
   */
  return(id: string, { priceBase, isRefused }: Pick<Circumstances, "priceBase" | "isRefused">): void {
    const payout = this.#findPayout(id);
    if (payout.leftAtMs === null || (!isRefused && priceBase <= payout.grossBase - payout.netBase))
      throw new Error(`payout ${id} is back, and could be sent`);
    payout.leftAtMs = null;
    this.giveBack(id);
    this.#tell(payout.person, "returned", payout.grossBase);
  }

  /** Nothing has left: the balance has it again. */
  giveBack(id: string): void {
    const payout = this.#findPayout(id);
    if (payout.isOver !== "no" || payout.leftAtMs !== null) throw new Error(`payout ${id} is back, and may have left`);
    payout.isOver = "givenBack";
    payout.isHeld = false;
    this.#move(payout.person, payout.grossBase);
  }

  /** Whether something is owed to the person or by the person. */
  isOwed(person: bigint): boolean {
    const orders = [...this.orders.values()].filter((order) => order.person === person);
    return (
      this.balanceOf(person) >= this.#rules.stepBase ||
      this.frozen.has(person) ||
      orders.some(
        ({ status, envelopeId }) => status === "payable" || (status === "paid" && this.#isUnopened(envelopeId)),
      ) ||
      [...this.envelopes.values()].some(
        (one) =>
          one.status === "open" &&
          (one.sender === person ||
            one.claims.has(person) ||
            one.draws?.some(({ end, people }) => end === "waiting" && people.includes(person)) === true),
      ) ||
      [...this.payouts.values()].some((payout) => payout.person === person && payout.isOver === "no")
    );
  }

  /** What is too little to be named is nobody's; later money of theirs is for whoever proves its sender. */
  deleteAccount(person: bigint): void {
    this.gone.add(person);
    this.balances.delete(person);
    this.letters.delete(person);
    this.automatic.delete(person);
    for (const [address, owner] of this.owners) if (owner === person) this.owners.delete(address);
    for (const order of this.orders.values()) {
      if (order.person === person) Object.assign(order, { wallet: "", reference: null, reported: new Set() });
    }
  }

  #isUnopened(envelopeId: string): boolean {
    return this.#findEnvelope(envelopeId).status === "awaitingPayment";
  }

  /** What left by hand is operators' own still, at an address of theirs. */
  sweep(txId: string, to: string): void {
    this.outgoing.delete(txId);
    this.cold.add(to);
  }

  /** What left by hand was a person's. */
  bookOutgoing(txId: string, person: bigint): void {
    const spentBase = this.outgoing.get(txId) ?? 0n;
    if (this.balanceOf(person) < spentBase) throw new Error("what left by hand is more than the balance");
    this.outgoing.delete(txId);
    this.#move(person, -spentBase);
  }

  /** What a person's records add up to: what was sent and not given back, what was claimed, and envelopes by their claims. */
  totalsOf(person: bigint) {
    const all = [...this.envelopes.values()];
    const sent = all.filter(({ sender }) => sender === person);
    const none = sent.filter(({ claims }) => claims.size === 0).length;
    const whole = sent.filter(({ claims, count }) => claims.size === count).length;
    return {
      claimedBase: sumOf(all.map(({ claims }) => claims.get(person) ?? 0n)),
      sentBase: sumOf(sent.map((envelope) => this.#costOf(envelope))),
      sentCounts: { notReceived: none, partiallyReceived: sent.length - none - whole, received: whole },
    };
  }

  #costOf({ status, totalBase, claims }: ModelEnvelope): bigint {
    if (status === "refunded") return sumOf(claims.values());
    return status === "open" || status === "finished" ? totalBase : 0n;
  }

  #findPayout(id: string): ModelPayout {
    const payout = this.payouts.get(id);
    if (payout === undefined) throw new Error(`no payout ${id}`);
    return payout;
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

export function isWaiting({ draws }: Pick<ModelEnvelope, "draws">): boolean {
  return draws?.some(({ end }) => end === "waiting") === true;
}

function isIn(draws: readonly ModelDraw[], person: bigint): boolean {
  return draws.some(({ people }) => people.includes(person));
}

function isOpenAt(draw: ModelDraw | undefined, nowMs: number): draw is ModelDraw {
  return draw?.end === "waiting" && nowMs < draw.closesAtMs;
}

/** Shares that nobody has, and nobody who waits is certain to get. */
function countFree({ count, claims, draws }: ModelEnvelope): number {
  const waiting = (draws ?? []).filter(({ end }) => end === "waiting");
  return count - claims.size - waiting.reduce((sum, { people }) => sum + people.length, 0);
}
