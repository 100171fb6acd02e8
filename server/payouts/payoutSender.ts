import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { type PayoutRoute, takeOnly, type TransactionStatus } from "#server/chains/payoutRoute.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import { clearDispute, isPayoutDisputed, markDispute } from "#server/ledger/disputes.ts";
import { forgetFailures, type KnownFailures, readFailures, setAside } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { lockSigned, markSeen, settleTransaction, noteFollowed } from "./book.ts";
import { clearFeeShort, markFeeShort } from "./fees.ts";
import {
  compareAge,
  findTransaction,
  type PayoutRow,
  readSigned,
  type SignedTransaction,
  toTerms,
} from "./payoutRow.ts";
import { listOffers, openSigning, readCapacity } from "./prepare.ts";
import { lockSender, signReplacement } from "./sign.ts";
import { signGroup, type WaitingGroup } from "./signGroup.ts";

const JOB = "sendPayouts";
/** Transactions that are signed and not final at a time. */
const MAX_IN_FLIGHT = 50;
/** Payouts that a step signs, so that what is signed is looked at again soon. */
const MOST_A_STEP = 50;
/** Held payouts are looked at this often. */
const HELD_EVERY_MS = 10_000;
/** The same bytes are sent again this often while no block holds them. */
const SEND_AGAIN_MS = 15_000;
/** A transaction that no block takes for this long is displaced by one at a higher fee. */
const DISPLACE_AFTER_MS = 60_000;

/**
 * Pays out of one treasury: signs, stores, then sends, and follows each transaction until it is final. A transaction pays
 * as many as the chain allows. It may be stopped at any point. Whatever is stored may land, so it is followed and never
 * signed anew under another number before two endpoints agree that it cannot land.
 */
export class PayoutSender {
  readonly #app: App;
  readonly #chain: Chain;
  readonly #route: PayoutRoute;
  readonly #capacity: ReturnType<typeof readCapacity>;
  /** When each transaction was sent last, by the clock. */
  readonly #sentAtMs = new Map<string, number>();
  #heldReadAtMs = -Infinity;
  /** The place among the lost ones at which the next step goes on. */
  #nextLost = 0;

  constructor(app: App, chain: Chain, route: PayoutRoute) {
    this.#app = app;
    this.#chain = chain;
    this.#route = route;
    const { maxBatchSize, maxInFlight } = readCapacity(route);
    this.#capacity = { maxBatchSize, maxInFlight: Math.min(MAX_IN_FLIGHT, maxInFlight) };
  }

  /** Follows what is signed, then signs what waits. Rejects with ChainUnavailable when too few endpoints answer. */
  async step(): Promise<void> {
    const { coinType } = this.#chain;
    const { kysely } = this.#app.database;
    // What is signed from now on lands later.
    const [cursor] = await kysely.selectFrom("chain_cursor").selectAll().where("coin_type", "=", coinType).execute();
    const final = cursor?.settled_position ?? 0n;
    const { transactions, lost } = await readSigned(kysely, coinType);
    const areBooked = await this.#followAll(transactions, final);
    if (areBooked && transactions.length > 0) await noteFollowed(kysely, coinType, final);
    // What hosts tell differently may be more than was booked: until they agree, nothing else leaves.
    if (await isPayoutDisputed(kysely, coinType)) return;
    const free = this.#capacity.maxInFlight - transactions.length;
    const most = Math.min(MOST_A_STEP, free * this.#capacity.maxBatchSize);
    const waiting = most > 0 ? await this.#readWaiting(lost, most) : [];
    // Limits of an hour and a day have room by the time.
    if (waiting.length > 0 && (await this.#app.clockGuard.readTrustedTime()) !== null)
      await this.#signAll(waiting, free);
  }

  /**
   * One that cannot be followed holds up no other; the round ends where the chain is away. Answers whether each is booked
   * that has landed up to a final position.
   */
  async #followAll(transactions: readonly SignedTransaction[], final: bigint): Promise<boolean> {
    let areBooked = true;
    const failures = await this.#readFailures(transactions.flatMap(({ openIds }) => [...openIds]));
    for (const transaction of transactions) {
      const payoutIds = [...transaction.openIds];
      if (payoutIds.every(failures.isResting)) {
        areBooked = false;
        continue;
      }
      try {
        const status = judgeMissed(await findTransaction(this.#route, transaction), final);
        await this.#applyStatus(transaction, status);
        if (status.kind === "disputed" || (status.kind === "landed" && status.position <= final)) areBooked = false;
        if (payoutIds.some(failures.has)) await forgetFailures(this.#app, JOB, payoutIds);
      } catch (error) {
        areBooked = false;
        await this.#noteFailure(payoutIds, error);
      }
    }
    return areBooked;
  }

  /**
   * Some of the lost ones, now and then some of the held ones, and the oldest queued ones of each person in turn. What goes
   * on being hindered takes half of the places at most, and its places go round.
   */
  async #readWaiting(lost: readonly PayoutRow[], most: number): Promise<PayoutRow[]> {
    const again = this.#pickLost(lost, halve(most));
    const held = await this.#readHeld(halve(most - again.length));
    const queued = await this.#readQueued(Math.max(1, most - again.length - held.length));
    return [...[...again, ...held].toSorted(compareAge), ...queued];
  }

  #pickLost(lost: readonly PayoutRow[], most: number): PayoutRow[] {
    const first = lost.length === 0 ? 0 : this.#nextLost % lost.length;
    this.#nextLost = first + most;
    return [...lost.slice(first), ...lost.slice(0, first)].slice(0, most);
  }

  /** The oldest one of each person, then the second of each; behind them some that failed before and are due again. */
  async #readQueued(most: number): Promise<PayoutRow[]> {
    const sound = await this.#selectQueued(sql`not exists (${selectFailure(sql`true`)})`, most);
    const places = Math.max(1, most - sound.length);
    const isDue = sql`exists (${selectFailure(sql`f.due_at <= ${this.#app.clock.now()}`)})`;
    return [...sound, ...(await this.#selectQueued(isDue, places))];
  }

  async #selectQueued(isWanted: RawBuilder<unknown>, limit: number): Promise<PayoutRow[]> {
    const select = sql`
      select payout_id as id, tg_user_id as taker, created_at as due from payout
      where coin_type = ${this.#chain.coinType} and status = 'queued' and ${isWanted}`;
    const { rows } = await selectInTurns({ select, limit }).execute(this.#app.database.kysely);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const payouts = await this.#app.database.kysely
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", sql<string>`any (${ids}::text[])`)
      .where("status", "=", "queued")
      .execute();
    return payouts.toSorted((one, other) => ids.indexOf(one.payout_id) - ids.indexOf(other.payout_id));
  }

  /** Now and then some of those whose hindrance may be over. A limit of a person ends by an operator. */
  async #readHeld(most: number): Promise<PayoutRow[]> {
    const nowMs = this.#app.clock.now().getTime();
    if (Math.abs(nowMs - this.#heldReadAtMs) < HELD_EVERY_MS) return [];
    this.#heldReadAtMs = nowMs;
    return this.#app.database.kysely
      .selectFrom("payout")
      .selectAll()
      .where("coin_type", "=", this.#chain.coinType)
      .where("status", "=", "held")
      .limit(most)
      .where((where) => where.or([where("held_reason", "<>", "limit"), where("is_hour_limit", "=", true)]))
      .where((where) => where.or([where("retry_at", "is", null), where("retry_at", "<=", new Date(nowMs))]))
      .orderBy(this.#inRandomOrder())
      .execute();
  }

  /** Another order each time, by chance that is handed in. */
  #inRandomOrder() {
    return sql`md5(payout_id || ${Buffer.from(this.#app.random.bytes(8)).toString("hex")})`;
  }

  /** Signs what waits by transactions of as many as one takes; as with following, one failure holds up no other. */
  async #signAll(waiting: readonly PayoutRow[], free: number): Promise<void> {
    const { maxBatchSize, maxInFlight } = this.#capacity;
    const prepare = await openSigning(this.#app, this.#chain, this.#route);
    const failures = await this.#readFailures(waiting.map(({ payout_id: payoutId }) => payoutId));
    let rest = waiting.filter(({ payout_id: payoutId }) => !failures.isResting(payoutId));
    for (let signed = 0; rest.length > 0 && signed < free;) {
      let group = takeGroup(rest, maxBatchSize, failures);
      const payoutIds = group.map(({ payout_id: payoutId }) => payoutId);
      try {
        const signing = await prepare(group.map(toTerms));
        group = group.slice(0, listOffers(signing).length);
        const placed = { payoutIds: payoutIds.slice(0, group.length), signing, maxInFlight };
        if (await this.#sign(placed)) signed += 1;
        if (placed.payoutIds.some(failures.has)) await forgetFailures(this.#app, JOB, placed.payoutIds);
      } catch (error) {
        await this.#noteFailure(payoutIds, error);
      }
      const taken = new Set(group);
      rest = rest.filter((payout) => !taken.has(payout));
    }
  }

  /** Sets payouts aside that failed. Rejects where the chain or the database is away instead. */
  async #noteFailure(payoutIds: readonly string[], error: unknown): Promise<void> {
    if (isConnectionLost(error)) throw error;
    // What answers for the treasury alone knows nothing of a receiver.
    await this.#route.readSender();
    await setAside(this.#app, JOB, payoutIds, error);
  }

  #readFailures(payoutIds: readonly string[]): Promise<KnownFailures> {
    return readFailures(this.#app, JOB, payoutIds);
  }

  /** Whether a transaction was signed. It is stored before it is sent, and sent once for all its payouts. */
  async #sign(group: Omit<WaitingGroup, "coinType" | "senderKey">): Promise<boolean> {
    const { coinType } = this.#chain;
    const { senderKey } = this.#route;
    const signed = await this.#change((trx) => signGroup(trx, this.#app, { ...group, coinType, senderKey }));
    if (signed !== null) await this.#send(signed.txHash, signed.raw);
    return signed !== null;
  }

  async #applyStatus(transaction: SignedTransaction, status: TransactionStatus): Promise<void> {
    switch (status.kind) {
      case "waiting":
        return this.#rebroadcastOrReplace(transaction);
      case "landed":
        return this.#markSeen(transaction, status);
      case "final":
        await this.#forget(transaction);
        return settleTransaction(this.#app, transaction, status);
      case "lost":
        await this.#forget(transaction);
        return this.#markExpired(transaction, status);
      case "disputed":
        return this.#markDisputed(transaction, status.reason);
    }
  }

  /** Endpoints agree on it: no dispute is left, and neither it nor those that it displaced are sent again. */
  async #forget({ openIds, attempts }: SignedTransaction): Promise<void> {
    for (const payoutId of openIds) await clearDispute(this.#app, "Payout", payoutId);
    for (const { tx_hash: txHash } of attempts) this.#sentAtMs.delete(txHash);
  }

  /** Sends the newest transaction again, or one at a higher fee in its place. */
  async #rebroadcastOrReplace(transaction: SignedTransaction): Promise<void> {
    const [newest] = transaction.attempts;
    const nowMs = this.#app.clock.now().getTime();
    if (nowMs - newest.signed_at.getTime() >= DISPLACE_AFTER_MS) {
      const replacement = await this.#replaceByFee(transaction);
      if (replacement !== null) return this.#send(replacement.txHash, replacement.raw);
    }
    const sentAtMs = this.#sentAtMs.get(newest.tx_hash) ?? -Infinity;
    if (Math.abs(nowMs - sentAtMs) >= SEND_AGAIN_MS) await this.#send(newest.tx_hash, newest.raw);
  }

  async #replaceByFee({ parts, attempts }: SignedTransaction): Promise<{ txHash: string; raw: Uint8Array } | null> {
    // Without nonces, another one would land beside it.
    if (this.#route.model === "expiry") return null;
    const [newest] = attempts;
    const payout = takeOnly(parts);
    // Its nonce is one of the former address, which nothing signs for any more: the same bytes are sent until they land.
    if (newest.sender_key !== this.#route.senderKey) return null;
    const prepared = await this.#route.prepare(toTerms(payout));
    if (prepared === null) return null;
    const { offeredBase } = prepared.offer;
    const leastBase = prepared.replacementLeastBase(newest.raw);
    if (offeredBase <= newest.max_fee_base) {
      await clearFeeShort(this.#app.database.kysely, payout.payout_id);
      return null;
    }
    const neededBase = offeredBase > leastBase ? offeredBase : leastBase;
    return this.#change(async (trx) => {
      await lockSender(trx, this.#chain.coinType, this.#route.senderKey);
      const locked = await lockSigned(trx, payout.payout_id);
      if (locked === null) return null;
      const signed = await signReplacement(trx, this.#app, locked, prepared, newest);
      if (signed === null) await markFeeShort(trx, payout.payout_id, neededBase);
      else await clearFeeShort(trx, payout.payout_id);
      return signed;
    });
  }

  async #markSeen({ openIds }: SignedTransaction, seen: { txHash: string; position: bigint }): Promise<void> {
    const { txHash, position } = seen;
    await this.#change(async (trx) => {
      for (const payoutId of openIds) {
        const payout = await lockSigned(trx, payoutId);
        if (payout?.status === "sending") await markSeen(trx, this.#app, payoutId, seen);
        if (payout?.status !== "confirming") continue;
        if (payout.tx_hash === txHash && payout.position === position) continue;
        await trx.updateTable("payout").set({ tx_hash: txHash, position }).where("payout_id", "=", payoutId).execute();
      }
    });
  }

  /** It has expired, or its number is used by another transaction: its payouts are signed anew with the next step. */
  async #markExpired(
    { openIds, attempts }: SignedTransaction,
    lost: { isExpired: boolean; reason: string },
  ): Promise<void> {
    const { coinType } = this.#chain;
    const payoutIds = [...openIds];
    const reason = `payout ${payoutIds.join(", ")}: ${lost.reason}`;
    if (lost.isExpired) {
      this.#app.logger.warn({ coinType, reason }, "a payout's transaction has expired: it is signed anew");
    } else {
      this.#app.logger.error({ coinType, reason }, "a transaction that this server did not sign has left the treasury");
    }
    const set = { lost_at: this.#app.clock.now() };
    const [{ sequence }] = attempts;
    const txHashes = attempts.map(({ tx_hash: txHash }) => txHash);
    await this.#change(async (trx) => {
      // What another process has signed anew meanwhile may land.
      await trx
        .updateTable("payout_attempt")
        .set(set)
        .where("payout_id", "in", payoutIds)
        .where("lost_at", "is", null)
        .where((where) => where.or([where("tx_hash", "in", txHashes), where("sequence", "=", sequence)]))
        .execute();
      await trx
        .updateTable("payout_sequence")
        .set(set)
        .where("payout_id", "in", payoutIds)
        .where("lost_at", "is", null)
        .where("sequence", "=", sequence)
        .execute();
    });
  }

  async #markDisputed({ openIds }: SignedTransaction, reason: string): Promise<void> {
    const { coinType } = this.#chain;
    const areNew: boolean[] = [];
    for (const payoutId of openIds) areNew.push(await markDispute(this.#app, "Payout", payoutId, coinType));
    if (!areNew.includes(true)) return;
    this.#app.logger.error(
      { coinType, reason: `payout ${[...openIds].join(", ")}: ${reason}` },
      "the RPC endpoints disagree on a payout: it is not settled",
    );
  }

  /** Only stored bytes are sent. A failure is repeated by a later step. */
  async #send(txHash: string, raw: Uint8Array): Promise<void> {
    await this.#route.broadcast(raw);
    this.#sentAtMs.set(txHash, this.#app.clock.now().getTime());
  }

  #change<T>(change: (trx: Parameters<typeof lockSigned>[0]) => Promise<T>): Promise<T> {
    return transact(this.#app.database.kysely, change);
  }
}

/** Two endpoints have settled its block, and one of them does not have it there. */
function judgeMissed(status: TransactionStatus, settled: bigint): TransactionStatus {
  if (status.kind !== "landed" || !status.isMissed || status.position > settled) return status;
  return { kind: "disputed", reason: `${status.txHash} at ${status.position} against none` };
}

function halve(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}

/** The payouts of the next transaction: what could not be prepared has one for itself. */
function takeGroup(waiting: readonly PayoutRow[], most: number, failures: KnownFailures): readonly PayoutRow[] {
  const isAlone = ({ payout_id: payoutId }: PayoutRow) => failures.has(payoutId);
  const [first] = waiting;
  if (first === undefined || isAlone(first)) return waiting.slice(0, 1);
  return waiting.filter((payout) => !isAlone(payout)).slice(0, most);
}

function selectFailure(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select from failed_work f where f.job = ${JOB} and f.item = payout_id and ${condition}`;
}
