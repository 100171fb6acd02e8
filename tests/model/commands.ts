import { COINS } from "#domain/coins.ts";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { withIdempotency } from "#server/calls/withIdempotency.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { deleteAccount } from "#server/accounts/deleteAccount.ts";
import { answerShare } from "#server/bot/share.ts";
import { PromptDesk } from "#server/bot/PromptDesk.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { thankSender } from "#server/envelopes/thanks/thankSender.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import fc from "#tests/support/fastCheck.ts";
import { callAs } from "#tests/support/story.ts";
import {
  choose,
  type Command,
  dying,
  listEnvelopes,
  listPayable,
  person,
  pick,
  refusalOf,
  seldom,
  tellDeath,
  units,
} from "./choices.ts";
import { proveWallet, queuePayout } from "./deeds.ts";
import { USUAL_PRICE_BASE } from "./chain.ts";
import { createAddress } from "./endpoints.ts";
import { FEE_BASE } from "./payouts.ts";
import type { ModelEnvelope } from "./things.ts";
import { DRAW_WINDOW_S, GROUP, type MoneyWorld, PEOPLE, STRANGER } from "./world.ts";

export const proveAs = (who: bigint): Command => ({
  name: `${who} proves their wallet`,
  async run(world) {
    const { books } = world;
    const address = world.walletOf(who);
    if (books.owners.has(address) || books.gone.has(who)) return;
    await proveWallet(world, who, address);
    books.prove(who, address);
  },
});

export const prove = person.map(proveAs);

export const send = fc
  .record({
    anybody: person,
    total: units,
    count: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom("alike", "by luck", "by one draw for all"),
    isForMembers: seldom,
    dieAt: fc.oneof({ weight: 3, arbitrary: fc.constant(Infinity) }, dying),
  })
  // Who is in the group can send to it.
  .map(({ anybody, isForMembers, ...sum }) => ({ who: isForMembers ? PEOPLE[0] : anybody, isForMembers, sum }))
  .map(({ who, isForMembers, sum: { total, count, kind, dieAt } }): Command => ({
    name: `${who} sends ${total} in ${count} ${kind}${isForMembers ? " to the group" : ""}${tellDeath(dieAt)}`,
    async run(world) {
      const { app, books, coinType, unitBase } = world;
      if (!books.owners.has(world.walletOf(who)) || books.orders.size > 12) return;
      if (isForMembers && world.nowMs < world.membersUnknownUntilMs) return;
      // Of two orders one is the older.
      world.clock.advance(1);
      const { baseDecimals } = COINS[coinType];
      const isLuckyDraw = kind !== "alike";
      const isDrawn = kind === "by one draw for all";
      const totalBase = isLuckyDraw ? total * unitBase : total * unitBase * BigInt(count);
      const passphrase = isForMembers ? null : `Luck ${books.orders.size} of ${who}`;
      const body = {
        type: isLuckyDraw ? "luckyDraw" : "ordinary",
        coinType,
        count,
        ...(passphrase === null ? { claimRule: "members" as const, chatIds: [String(GROUP)] } : { passphrase }),
        ...(isDrawn ? ({ drawRule: "together", drawWindowS: DRAW_WINDOW_S } as const) : {}),
        totalAmount: formatAmount(totalBase, baseDecimals),
      } as const;
      const keyed = { ownerId: who, authority: "bearer", operationId: "sendRedEnvelope", key: world.name("key"), body };
      const ask = (asked: App) =>
        withIdempotency({ ...keyed, allow: async () => undefined }, asked, (requestId) =>
          callAs(asked, sendRedEnvelope, who, { body, requestId }),
        );
      // The key of a try that is dead is free after two minutes.
      if (await world.asDying(dieAt, ask)) world.pass(3);
      const sent = await ask(app).catch((error: unknown) => {
        if (error instanceof ApiError && error.key === "serviceUnavailable") return null;
        throw error;
      });
      const isStopped = books.isFrozen({ person: who }) || world.isStopped;
      if (sent === null ? !isStopped && world.isCertain : isStopped)
        throw new Error(`a send while ${isStopped ? "" : "not "}stopped`);
      if (sent === null) return;
      const { order } = sent;
      if ((await ask(app)).order.orderId !== order.orderId) throw new Error("a repeat makes another order");
      const { envelope_id: envelopeId, created_position: position } = await app.database.kysely
        .selectFrom("envelope")
        .innerJoin("payment_order", "payment_order.order_id", "envelope.order_id")
        .select(["envelope_id", "created_position"])
        .where("payment_order.order_id", "=", order.orderId)
        .executeTakeFirstOrThrow();
      books.send(
        {
          id: order.orderId,
          person: who,
          wallet: world.walletOf(who),
          reference: order.reference,
          dueBase: totalBase,
          madeAtMs: world.nowMs,
          madePosition: position,
          envelopeId,
        },
        { id: envelopeId, sender: who, passphrase, isLuckyDraw, isDrawn, totalBase, count },
      );
    },
  }));

/** Alone, an envelope is seldom paid for before its order is cancelled. */
export const open = send.map((sending): Command => ({
  name: `${sending.name}, and pays`,
  async run(world) {
    const { books } = world;
    const before = new Set(books.orders.keys());
    await sending.run(world);
    const order = [...books.orders.values()].find(({ id }) => !before.has(id));
    if (order === undefined) return;
    world.pay(order.wallet, [{ amountBase: order.dueBase, reference: order.reference }]);
    await world.mine(4);
  },
}));

/** How what is paid differs from what is due. */
const PAYMENTS = ["exact", "exact", "exact", "twice", "part", "more", "dust", "other", "unreadable"] as const;

export const pay = fc
  .tuple(pick, fc.constantFrom(...PAYMENTS), seldom, fc.boolean(), fc.boolean())
  .map(([place, how, isByStranger, hasReference, isReported]): Command => ({
    name: `order ${place} is paid: ${how}${isByStranger ? ", by a stranger" : ""}${hasReference ? ", by reference" : ""}${isReported ? ", reported" : ""}`,
    async run(world) {
      const { app, unitBase } = world;
      const payable = listPayable(world);
      const order = choose(payable.length > 0 && place % 4 !== 0 ? payable : [...world.books.orders.values()], place);
      if (order === undefined) return;
      const restBase = order.dueBase - order.paidBase;
      const amounts = {
        exact: restBase,
        twice: restBase,
        part: restBase / 2n,
        more: restBase + unitBase,
        dust: 5n,
        other: 3n * unitBase + 7n,
        unreadable: unitBase,
      };
      const from = world.walletOf(isByStranger ? STRANGER : order.person);
      if (amounts[how] <= 0n) return;
      const payment = { amountBase: amounts[how], reference: hasReference ? order.reference : null };
      if (how === "twice") world.pay(from, [payment]);
      const txId = world.pay(from, [payment], how === "unreadable");
      if (!isReported || world.books.gone.has(order.person)) return;
      const refusal = await refusalOf(
        callAs(app, submitPayment, order.person, { body: { orderId: order.id, txHash: txId } }),
      );
      if (refusal === null) order.reported.add(txId);
    },
  }));

export const cancel = fc.tuple(pick, dying).map(([place, dieAt]): Command => ({
  name: `order ${place} is cancelled${tellDeath(dieAt)}`,
  async run(world) {
    const order = choose(listPayable(world), place);
    if (order === undefined) return;
    const ask = (app: App) => callAs(app, cancelOrder, order.person, { body: { orderId: order.id } });
    await world.asDying(dieAt, ask);
    const refusal = await refusalOf(ask(world.app));
    if (refusal === null) world.books.cancel(order.id);
    else if (refusal !== "orderNotPayable") throw new Error(`a payable order cannot be cancelled: ${refusal}`);
  },
}));

/** Asks for a share, twice if the first process dies, and compares what is answered with the books. */
async function takeShare(world: MoneyWorld, who: bigint, envelope: ModelEnvelope, dieAt: number): Promise<void> {
  const { app, books, coinType } = world;
  const { id, passphrase, count, claims, totalBase, draws } = envelope;
  const body = { envelopeId: id, ...(passphrase === null ? {} : { passphrase }) };
  const canClaim = books.canClaim(id, who, world.nowMs);
  const before = claims.get(who);
  const hasEntered = draws?.some(({ people }) => people.includes(who)) === true;
  await world.asDying(dieAt, (doomed) => callAs(doomed, acceptRedEnvelope, who, { body }));
  try {
    const { claim: got, entry } = await callAs(app, acceptRedEnvelope, who, { body });
    if (got === null) {
      if (entry === null || (!canClaim && !hasEntered)) throw new Error("a place in a draw that is not open to them");
      if (canClaim) books.enter(id, who, world.nowMs);
      return;
    }
    const amountBase = parseDecimal(got.amount, COINS[coinType].baseDecimals);
    if (before !== undefined) {
      if (before !== amountBase) throw new Error("a repeat tells another share");
      return;
    }
    if (!canClaim) throw new Error("a share of an envelope that is not open to them");
    books.claim(id, who, amountBase);
    if (claims.size === count && [...claims.values()].reduce((sum, one) => sum + one, 0n) !== totalBase) {
      throw new Error("the shares are not the whole");
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isUnknown =
      (passphrase === null && world.nowMs < world.membersUnknownUntilMs) || (draws !== null && !world.isCertain);
    if (canClaim && !(isUnknown && error.key === "serviceUnavailable"))
      throw new Error(`no share of an open envelope: ${error.key}`, { cause: error });
  }
}

export const claim = fc.tuple(person, pick, dying).map(([who, place, dieAt]): Command => ({
  name: `${who} claims envelope ${place}${tellDeath(dieAt)}`,
  async run(world) {
    const envelope = choose(listEnvelopes(world), place);
    if (envelope === undefined || world.books.gone.has(who)) return;
    await takeShare(world, who, envelope, dieAt);
  },
}));

/** Everybody at once, so that their claims are one batch. */
export const rush = pick.map((place): Command => ({
  name: `everybody claims envelope ${place} at once`,
  async run(world) {
    const { app, books, coinType } = world;
    const open = listEnvelopes(world).filter(
      ({ status, passphrase, draws }) => status === "open" && passphrase !== null && draws === null,
    );
    const envelope = choose(open, place);
    if (envelope === undefined) return;
    const { id: envelopeId, passphrase, count, claims } = envelope;
    const canClaim = PEOPLE.filter((who) => !books.gone.has(who) && books.canClaim(envelopeId, who, world.nowMs));
    const body = { envelopeId, passphrase: passphrase ?? "" };
    const left = count - claims.size;
    const answers = await Promise.allSettled(canClaim.map((who) => callAs(app, acceptRedEnvelope, who, { body })));
    let won = 0;
    for (const [index, answer] of answers.entries()) {
      const who = canClaim[index];
      if (answer.status === "rejected" || who === undefined) continue;
      won += 1;
      books.claim(envelopeId, who, parseDecimal(answer.value.claim?.amount ?? "", COINS[coinType].baseDecimals));
    }
    if (won !== Math.min(left, canClaim.length)) throw new Error(`${won} of ${left} shares`);
  },
}));

/** One after the other, so that they are in one draw; sometimes somebody is late. */
export const gather = fc
  .tuple(pick, fc.shuffledSubarray([...PEOPLE], { minLength: 1 }), seldom)
  .map(([place, people, isLate]): Command => ({
    name: `${people.join(", ")} enter the draw of envelope ${place}${isLate ? ", the last one late" : ""}`,
    async run(world) {
      const drawn = listEnvelopes(world).filter(({ status, draws }) => status === "open" && draws !== null);
      const envelope = choose(drawn, place);
      if (envelope === undefined) return;
      for (const [index, who] of people.entries()) {
        if (isLate && index === people.length - 1) world.clock.advance(DRAW_WINDOW_S * 1_000);
        if (!world.books.gone.has(who)) await takeShare(world, who, envelope, Infinity);
      }
    },
  }));

/** A tap on the group's post opens it for who is in the group; a press of its other button tells a share and gives none. */
export const tap = fc.tuple(person, pick, dying, seldom).map(([who, place, dieAt, isAway]): Command => ({
  name: `${who} taps post ${place}${isAway ? " while the messenger is away" : ""}${tellDeath(dieAt)}`,
  async run(world) {
    const { app, books } = world;
    const posted = listEnvelopes(world).filter(({ passphrase }) => passphrase === null);
    const open = posted.filter(({ status }) => status === "open");
    const envelope = choose(open.length > 0 ? open : posted, place);
    if (envelope === undefined || books.gone.has(who)) return;
    const desk = new PromptDesk(() => world.nowMs);
    const from = { id: Number(who), is_bot: false, first_name: "Somebody" };
    const prompt = { callbackQueryId: "press" };
    await answerShare(app, desk, { from, envelopeId: envelope.id, chatId: GROUP, threadId: null, prompt });
    if (isAway) world.membersUnknownUntilMs = world.nowMs + 60_000;
    app.world.isMessengerDown = isAway;
    await takeShare(world, who, envelope, dieAt);
    app.world.isMessengerDown = false;
  },
}));

export const close = fc.tuple(pick, dying).map(([place, dieAt]): Command => ({
  name: `envelope ${place} is ended by its sender${tellDeath(dieAt)}`,
  async run(world) {
    const envelope = choose(
      listEnvelopes(world).filter(({ status }) => status === "open"),
      place,
    );
    if (envelope === undefined) return;
    const ask = (app: App) => callAs(app, closeEnvelope, envelope.sender, { body: { envelopeId: envelope.id } });
    await world.asDying(dieAt, ask);
    const refusal = await refusalOf(ask(world.app));
    if (refusal === null) world.books.close(envelope.id);
    else if (refusal !== "notAvailable" && !(refusal === "serviceUnavailable" && !world.isCertain))
      throw new Error(`an open envelope cannot be ended: ${refusal}`);
  },
}));

/** Of what somebody has; four thirds are just more than that. */
async function withdrawThirds(
  world: MoneyWorld,
  who: bigint,
  thirds: bigint,
  to = createAddress(world.shape, world.name("receiver")),
): Promise<void> {
  const { books } = world;
  const grossBase = thirds === 4n ? books.balanceOf(who) + 1n : (books.balanceOf(who) * thirds) / 3n;
  if (grossBase <= FEE_BASE) return;
  const payoutId = await queuePayout(world, { person: who, grossBase, to });
  if ((payoutId !== null) !== books.balanceOf(who) >= grossBase) throw new Error("a payout of what is not there");
  if (payoutId === null) return;
  books.withdraw({ id: payoutId, person: who, grossBase, netBase: grossBase - FEE_BASE, to });
}

export const withdraw = fc.tuple(person, fc.constantFrom(1n, 2n, 3n, 4n)).map(([who, part]): Command => ({
  name: `${who} withdraws ${part === 4n ? "a unit more than there is" : `${part} thirds`}`,
  run: (world) => withdrawThirds(world, who, part),
}));

/** It leaves, and comes back blocks later. */
export const withdrawInVain = person.map((who): Command => ({
  name: `${who} withdraws a third to a wallet that takes nothing`,
  async run(world) {
    // Elsewhere it would cost its fee, which no rule of the books is about.
    if (world.shape !== "fuelled") return;
    const to = createAddress(world.shape, world.name("locked receiver"));
    world.chain.refusing.add(to);
    await withdrawThirds(world, who, 1n, to);
    await world.mine(2);
  },
}));

/** Below what people agree to, nearly that, and above it. */
const PRICES = [USUAL_PRICE_BASE, FEE_BASE - 100n, 3n * FEE_BASE];

export const price = fc.tuple(person, fc.constantFrom(...PRICES)).map(([who, priceBase]): Command => ({
  name: `${who} withdraws a third, and then a transfer costs ${priceBase}`,
  async run(world) {
    await withdrawThirds(world, who, 1n);
    await world.work();
    world.chain.priceBase = priceBase;
    await world.mine(1);
    // Longer than what no block takes waits for another one in its place.
    world.pass(2);
    await world.mine(4);
  },
}));

/** Processes are asked for most of a balance at once. */
export const withdrawAtOnce = person.map((who): Command => ({
  name: `${who} withdraws two thirds five times at once`,
  async run(world) {
    const { books, shape } = world;
    const grossBase = (books.balanceOf(who) * 2n) / 3n + 1n;
    if (grossBase <= FEE_BASE || grossBase > books.balanceOf(who)) return;
    const asked = Array.from({ length: 5 }, () => createAddress(shape, world.name("receiver")));
    const ids = await Promise.all(asked.map((to) => queuePayout(world, { person: who, grossBase, to })));
    if (ids.filter((id) => id !== null).length !== 1) throw new Error("several payouts of what is there once, or none");
    for (const [index, to] of asked.entries()) {
      const id = ids[index] ?? null;
      if (id !== null) books.withdraw({ id, person: who, grossBase, netBase: grossBase - FEE_BASE, to });
    }
  },
}));

export const takeBack = fc.tuple(pick, dying).map(([place, dieAt]): Command => ({
  name: `payout ${place} is taken back by its owner${tellDeath(dieAt)}`,
  async run(world) {
    const { app, books } = world;
    const payout = choose(
      [...books.payouts.values()].filter(({ isOver }) => isOver === "no"),
      place,
    );
    if (payout === undefined) return;
    const { id: payoutId, person: owner, leftAtMs } = payout;
    const ask = (asked: App) => callAs(asked, cancelPayout, owner, { body: { payoutId } });
    await world.asDying(dieAt, ask);
    const refusal = await refusalOf(ask(app));
    if (refusal === null) books.giveBack(payoutId);
    else if (leftAtMs === null) throw new Error(`a payout that waits cannot be taken back: ${refusal}`);
  },
}));

export const payByItself = fc.tuple(person, fc.boolean()).map(([who, isOn]): Command => ({
  name: `${who} switches payouts by themselves ${isOn ? "on" : "off"}`,
  async run(world) {
    const { tables, books, coinType, nowMs } = world;
    if (!books.owners.has(world.walletOf(who))) return;
    await tables.deleteFrom("auto_payout").where("tg_user_id", "=", who).execute();
    books.automatic.delete(who);
    if (!isOn) return;
    // As the call does that asks for the security code before.
    const asked = { tg_user_id: who, coin_type: coinType, max_fee_base: world.stepBase, created_at: new Date(nowMs) };
    await tables.insertInto("auto_payout").values(asked).execute();
    books.automatic.set(who, world.stepBase);
  },
}));

export const thank = fc
  .tuple(person, pick, fc.constantFrom("clap", "heart", null))
  .map(([who, place, reaction]): Command => ({
    name: `${who} thanks for envelope ${place}: ${String(reaction)}`,
    async run(world) {
      const envelope = choose(listEnvelopes(world), place);
      if (envelope === undefined || world.books.gone.has(who)) return;
      const body = { envelopeId: envelope.id, reaction };
      const refusal = await refusalOf(callAs(world.app, thankSender, who, { body }));
      if ((refusal === null) !== envelope.claims.has(who)) throw new Error(`thanks are answered by ${String(refusal)}`);
    },
  }));

export const leave = person.map((who): Command => ({
  name: `${who} deletes their account`,
  async run(world) {
    const { app, books } = world;
    if (books.gone.has(who)) return;
    const refusal = await refusalOf(callAs(app, deleteAccount, who, { body: {} }));
    if (refusal === null && books.isOwed(who)) throw new Error("an account is gone with what is owed");
    if (refusal === null) books.deleteAccount(who);
    else if (!books.isOwed(who) && !world.hasOnItsWay(who)) throw new Error(`an account of nothing stays: ${refusal}`);
  },
}));
