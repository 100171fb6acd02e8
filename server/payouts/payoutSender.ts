import { CANCELLABLE_PAYOUTS, SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { sql } from "kysely";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { PayoutOffer, PayoutRoute, PayoutSighting, SenderReading } from "#server/chains/payoutRoute.ts";
import { clearDispute, markDispute } from "#server/ledger/disputes.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { clearFeeShort, markFeeShort } from "./feeShort.ts";
import { findHeldReason } from "./findHeldReason.ts";
import { nextPayoutStatus } from "./nextPayoutStatus.ts";
import { type AttemptRow, compareAge, type PayoutRow, readMessageValues, toSent, toTerms } from "./payoutRow.ts";
import { lockSigned, markSeen, returnPayout, settlePayout } from "./settlePayout.ts";
import { lockSender, signPayout, signReplacement } from "./signPayout.ts";

/** Payouts that are signed and not final at a time. */
const MAX_UNDER_WAY = 50;
/** Held payouts are looked at this often. */
const HELD_EVERY_MS = 10_000;
/** The same bytes are sent again this often while no block holds them. */
const SEND_AGAIN_MS = 15_000;
/** A transaction that no block takes for this long is displaced by one at a higher fee. */
const DISPLACE_AFTER_MS = 60_000;

/**
 * Pays out of one treasury: signs, stores, then sends, and follows each transaction until it is final. It may be stopped
 * at any point. Whatever is stored may land, so it is followed and never signed anew under another number before two
 * endpoints agree that it cannot land.
 */
export class PayoutSender {
  readonly #app: App;
  readonly #chain: Chain;
  readonly #route: PayoutRoute;
  /** When each transaction was sent last, by the clock. */
  readonly #sentAtMs = new Map<string, number>();
  #heldReadAtMs = -Infinity;
  /** Payouts about whose place the endpoints disagree, so that it is logged once. */
  readonly #disputed = new Set<string>();

  constructor(app: App, chain: Chain, route: PayoutRoute) {
    this.#app = app;
    this.#chain = chain;
    this.#route = route;
  }

  /** Follows what is signed, then signs what waits. Rejects with ChainUnavailable when too few endpoints answer. */
  async step(): Promise<void> {
    const underWay = await this.#readUnderWay();
    const failure = await this.#followAll(underWay);
    const most = Math.min(MAX_UNDER_WAY, this.#route.mostUnderWay ?? MAX_UNDER_WAY);
    const waiting = await this.#readWaiting(most - underWay.length);
    const readings = waiting.length === 0 ? [] : await this.#route.readSender();
    for (const payout of waiting) {
      const offer = await this.#route.prepare(toTerms(payout));
      await this.#signWaiting(payout.payout_id, { offer, readings });
    }
    if (failure !== null) throw failure.error;
  }

  /** One that cannot be followed holds up no other; the second failure ends the round, since the chain is away then. */
  async #followAll(payouts: readonly PayoutRow[]): Promise<{ error: unknown } | null> {
    let failure: { error: unknown } | null = null;
    for (const payout of payouts) {
      try {
        await this.#follow(payout);
      } catch (error) {
        if (failure !== null) throw error;
        failure = { error };
      }
    }
    return failure;
  }

  #readUnderWay(): Promise<PayoutRow[]> {
    return this.#app.database.kysely
      .selectFrom("payout")
      .selectAll()
      .where("coin_type", "=", this.#chain.coinType)
      .where("status", "in", SIGNED_PAYOUTS)
      .orderBy("created_at")
      .orderBy("payout_id")
      .execute();
  }

  /** The oldest queued ones and, now and then, some of those whose hindrance may be over. A limit ends by an operator. */
  async #readWaiting(most: number): Promise<PayoutRow[]> {
    if (most <= 0) return [];
    const { coinType } = this.#chain;
    const select = () =>
      this.#app.database.kysely.selectFrom("payout").selectAll().where("coin_type", "=", coinType).limit(most);
    const queued = await select().where("status", "=", "queued").orderBy("created_at").orderBy("payout_id").execute();
    const nowMs = this.#app.clock.now().getTime();
    if (Math.abs(nowMs - this.#heldReadAtMs) < HELD_EVERY_MS) return queued;
    this.#heldReadAtMs = nowMs;
    const held = await select()
      .where("status", "=", "held")
      .where("held_reason", "<>", "limit")
      .orderBy(sql`random()`)
      .execute();
    return [...held.toSorted(compareAge), ...queued].slice(0, most);
  }

  async #signWaiting(payoutId: string, { offer, readings }: WaitingWorld): Promise<void> {
    const { senderKey } = this.#route;
    const signed = await this.#change(async (trx) => {
      const { nextSequence } = await lockSender(trx, this.#chain.coinType, senderKey);
      const payout = await trx
        .selectFrom("payout")
        .selectAll()
        .where("payout_id", "=", payoutId)
        .where("status", "in", CANCELLABLE_PAYOUTS)
        .forUpdate()
        .executeTakeFirst();
      if (payout === undefined) return null;
      const reason = await findHeldReason(trx, this.#app, payout, { senderKey, readings, offer });
      const update = () => trx.updateTable("payout").where("payout_id", "=", payoutId);
      if (reason !== null || offer === null) {
        if (payout.held_reason === reason) return null;
        const isNew = payout.status === "queued";
        await update()
          .set({ held_reason: reason, ...(isNew ? { status: nextPayoutStatus("payout.held") } : {}) })
          .execute();
        const { tg_user_id: tgUserId } = payout;
        if (isNew) {
          await queueNotification(trx, this.#app, { tgUserId, kind: "payoutHeld", params: readMessageValues(payout) });
        }
        return null;
      }
      if (payout.status === "held") {
        await update()
          .set({ status: nextPayoutStatus("payout.released"), held_reason: null })
          .execute();
      }
      const placed = await signPayout(trx, this.#app, payout, { offer, senderKey, nextSequence, readings });
      if (placed === null) return null;
      await update()
        .set({ status: nextPayoutStatus("payout.signed"), signed_at: this.#app.clock.now() })
        .execute();
      return placed;
    });
    if (signed !== null) await this.#send(signed.txHash, signed.raw);
  }

  async #follow(payout: PayoutRow): Promise<void> {
    const attempts = await this.#app.database.kysely
      .selectFrom("payout_attempt")
      .selectAll()
      .where("payout_id", "=", payout.payout_id)
      .where("lost_at", "is", null)
      .orderBy("attempt", "desc")
      .execute();
    const [newest] = attempts;
    if (newest === undefined) return this.#signAgain(payout);
    const sighting = await this.#route.look(toTerms(payout), attempts.map(toSent));
    await this.#takeUp(payout, newest, sighting);
  }

  async #takeUp(payout: PayoutRow, newest: AttemptRow, sighting: PayoutSighting): Promise<void> {
    const { payout_id: payoutId } = payout;
    if (sighting.kind !== "disputed" && this.#disputed.delete(payoutId)) {
      await clearDispute(this.#app, "Payout", payoutId);
    }
    switch (sighting.kind) {
      case "waiting":
        return this.#press(payout, newest);
      case "landed":
        return this.#noteSeen(payoutId, sighting);
      case "final":
        this.#sentAtMs.delete(newest.tx_hash);
        return settlePayout(this.#app, payoutId, sighting);
      case "lost":
        return this.#noteLost(payoutId, sighting);
      case "disputed":
        return this.#noteDispute(payoutId, sighting.reason);
    }
  }

  /** Sends the newest transaction again, or one at a higher fee in its place. */
  async #press(payout: PayoutRow, newest: AttemptRow): Promise<void> {
    const nowMs = this.#app.clock.now().getTime();
    if (nowMs - newest.signed_at.getTime() >= DISPLACE_AFTER_MS) {
      const displacing = await this.#displace(payout, newest);
      if (displacing !== null) return this.#send(displacing.txHash, displacing.raw);
    }
    const sentAtMs = this.#sentAtMs.get(newest.tx_hash) ?? -Infinity;
    if (Math.abs(nowMs - sentAtMs) >= SEND_AGAIN_MS) await this.#send(newest.tx_hash, newest.raw);
  }

  async #displace(payout: PayoutRow, newest: AttemptRow): Promise<{ txHash: string; raw: Uint8Array } | null> {
    // Its number is one of the former address, which nothing signs for any more: the same bytes are sent until they land.
    if (newest.sender_key !== this.#route.senderKey) return null;
    const offer = await this.#route.prepare(toTerms(payout));
    const leastBase = offer?.displaceLeastBase?.(newest.raw);
    if (offer === null || leastBase === undefined) return null;
    const { offeredBase } = offer;
    if (offeredBase <= newest.max_fee_base) {
      await clearFeeShort(this.#app.database.kysely, payout.payout_id);
      return null;
    }
    const neededBase = offeredBase > leastBase ? offeredBase : leastBase;
    return this.#change(async (trx) => {
      await lockSender(trx, this.#chain.coinType, this.#route.senderKey);
      const locked = await lockSigned(trx, payout.payout_id);
      if (locked === null) return null;
      const signed = await signReplacement(trx, this.#app, locked, offer, newest);
      if (signed === null) await markFeeShort(trx, payout.payout_id, neededBase);
      else await clearFeeShort(trx, payout.payout_id);
      return signed;
    });
  }

  async #noteSeen(payoutId: string, seen: { txHash: string; position: bigint }): Promise<void> {
    await this.#change(async (trx) => {
      const payout = await lockSigned(trx, payoutId);
      if (payout === null) return;
      if (payout.status === "sending") return markSeen(trx, payoutId, seen);
      await trx
        .updateTable("payout")
        .set({ tx_hash: seen.txHash, position: seen.position })
        .where("payout_id", "=", payoutId)
        .execute();
    });
  }

  /** It has expired, or its number is used by another transaction: it is signed anew with the next step. */
  async #noteLost(payoutId: string, lost: { isExpired: boolean; reason: string }): Promise<void> {
    const { coinType } = this.#chain;
    const reason = `payout ${payoutId}: ${lost.reason}`;
    if (lost.isExpired) {
      this.#app.logger.warn({ coinType, reason }, "a payout's transaction has expired: it is signed anew");
    } else {
      this.#app.logger.error({ coinType, reason }, "a transaction that this server did not sign has left the treasury");
    }
    const at = this.#app.clock.now();
    await this.#change(async (trx) => {
      for (const table of ["payout_attempt", "payout_sequence"] as const) {
        await trx
          .updateTable(table)
          .set({ lost_at: at })
          .where("payout_id", "=", payoutId)
          .where("lost_at", "is", null)
          .execute();
      }
    });
  }

  /** A payout whose transactions are lost: signed anew, or given back where the fee is too high or the wallet refuses it. */
  async #signAgain(payout: PayoutRow): Promise<void> {
    const offer = await this.#route.prepare(toTerms(payout));
    const readings = await this.#route.readSender();
    const { senderKey } = this.#route;
    const signed = await this.#change(async (trx) => {
      const { nextSequence } = await lockSender(trx, this.#chain.coinType, senderKey);
      const locked = await lockSigned(trx, payout.payout_id);
      if (locked === null) return null;
      // The limits have let it pass before.
      const released = { ...locked, released_at: locked.released_at ?? locked.created_at };
      const reason = await findHeldReason(trx, this.#app, released, { senderKey, readings, offer });
      if (reason === "paused" || reason === "treasury") return null;
      if (reason !== null || offer === null) {
        await returnPayout(trx, this.#app, locked);
        return null;
      }
      return signPayout(trx, this.#app, locked, { offer, senderKey, nextSequence, readings });
    });
    if (signed !== null) await this.#send(signed.txHash, signed.raw);
  }

  async #noteDispute(payoutId: string, reason: string): Promise<void> {
    if (this.#disputed.has(payoutId)) return;
    this.#disputed.add(payoutId);
    await markDispute(this.#app, "Payout", payoutId, this.#chain.coinType);
    const { coinType } = this.#chain;
    this.#app.logger.error(
      { coinType, reason: `payout ${payoutId}: ${reason}` },
      "the RPC endpoints disagree on a payout: it is not settled",
    );
  }

  /** Only stored bytes are sent. A failure is repeated by a later step. */
  async #send(txHash: string, raw: Uint8Array): Promise<void> {
    await this.#route.broadcast(raw);
    this.#sentAtMs.set(txHash, this.#app.clock.now().getTime());
  }

  #change<T>(change: (trx: Parameters<typeof lockSigned>[0]) => Promise<T>): Promise<T> {
    return retryConflict(() => this.#app.database.kysely.transaction().execute(change));
  }
}

interface WaitingWorld {
  offer: PayoutOffer | null;
  readings: readonly SenderReading[];
}
