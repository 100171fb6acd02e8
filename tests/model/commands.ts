import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { submitPayment } from "#server/deposits/submitPayment.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { createPayout } from "#server/payouts/create.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { walletChallenge } from "#server/wallets/walletChallenge.ts";
import fc from "#tests/support/fastCheck.ts";
import { callAs } from "#tests/support/story.ts";
import type { ModelEnvelope, ModelOrder } from "./books.ts";
import { createAddress, createTxId, type Lie, signText } from "./endpoints.ts";
import { FEE_BASE } from "./payouts.ts";
import { type MoneyWorld, PEOPLE, STRANGER } from "./world.ts";

/** Something that happens to the product, or nothing where it cannot happen now. */
export interface Command {
  name: string;
  run: (world: MoneyWorld) => Promise<unknown>;
}

const person = fc.constantFrom(...PEOPLE);
/** Which of the things that there are. */
const pick = fc.nat({ max: 20 });
/** One time in four. */
const seldom = fc.nat({ max: 3 }).map((roll) => roll === 0);
const units = fc.integer({ min: 1, max: 9 }).map(BigInt);

function choose<T>(items: readonly T[], place: number): T | undefined {
  return items[place % Math.max(1, items.length)];
}

const listPayable = ({ books }: MoneyWorld): ModelOrder[] =>
  [...books.orders.values()].filter(({ status }) => status === "payable");
const listEnvelopes = ({ books }: MoneyWorld): ModelEnvelope[] => [...books.envelopes.values()];

/** The name of the refusal; null where the call was answered. */
async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.key;
    throw error;
  }
}

export const prove = person.map((who): Command => ({
  name: `${who} proves their wallet`,
  async run(world) {
    const { app, books, coinType } = world;
    const address = world.walletOf(who);
    if (books.owners.has(address)) return;
    const type = COINS[coinType].walletType;
    const { challengeId, message } = await callAs(app, walletChallenge, who, { body: { type, address } });
    const proof = { challengeId, signature: signText(message, address) };
    await callAs(app, bindWallet, who, { body: { type, address, proof } });
    books.prove(who, address);
  },
}));

const send = fc
  .tuple(person, units, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([who, total, count, isLuckyDraw]): Command => ({
    name: `${who} sends ${total} in ${count} ${isLuckyDraw ? "by luck" : "alike"}`,
    async run(world) {
      const { app, books, coinType, unitBase } = world;
      if (!books.owners.has(world.walletOf(who)) || books.orders.size > 12) return;
      const { baseDecimals } = COINS[coinType];
      const totalBase = isLuckyDraw ? total * unitBase : total * unitBase * BigInt(count);
      const passphrase = `Luck ${books.orders.size} of ${who}`;
      const body = {
        type: isLuckyDraw ? "luckyDraw" : "ordinary",
        coinType,
        count,
        passphrase,
        totalAmount: formatAmount(totalBase, baseDecimals),
      } as const;
      const { order } = await callAs(app, sendRedEnvelope, who, { body });
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
          madePosition: position ?? 0n,
          envelopeId,
        },
        { id: envelopeId, sender: who, passphrase, isLuckyDraw, totalBase, count },
      );
    },
  }));

/** How what is paid differs from what is due. */
const PAYMENTS = ["exact", "exact", "exact", "part", "more", "dust", "other"] as const;

const pay = fc
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
        part: restBase / 2n,
        more: restBase + unitBase,
        dust: 5n,
        other: 3n * unitBase + 7n,
      };
      const from = isByStranger ? world.walletOf(STRANGER) : order.wallet;
      if (amounts[how] <= 0n) return;
      const txId = world.pay(from, [{ amountBase: amounts[how], reference: hasReference ? order.reference : null }]);
      if (!isReported) return;
      const refusal = await refusalOf(
        callAs(app, submitPayment, order.person, { body: { orderId: order.id, txHash: txId } }),
      );
      if (refusal === null) order.reported.add(txId);
    },
  }));

const cancel = pick.map((place): Command => ({
  name: `order ${place} is cancelled`,
  async run(world) {
    const order = choose(listPayable(world), place);
    if (order === undefined) return;
    const refusal = await refusalOf(callAs(world.app, cancelOrder, order.person, { body: { orderId: order.id } }));
    if (refusal === null) world.books.cancel(order.id);
    else if (refusal !== "orderNotPayable") throw new Error(`a payable order cannot be cancelled: ${refusal}`);
  },
}));

const claim = fc.tuple(person, pick).map(([who, place]): Command => ({
  name: `${who} claims envelope ${place}`,
  async run(world) {
    const { app, books, coinType } = world;
    const envelope = choose(listEnvelopes(world), place);
    if (envelope === undefined) return;
    const { id, passphrase, count, claims, totalBase } = envelope;
    const canClaim = books.canClaim(id, who, world.nowMs);
    const before = claims.get(who);
    try {
      const { claim: got } = await callAs(app, acceptRedEnvelope, who, { body: { envelopeId: id, passphrase } });
      const amountBase = parseDecimal(got.amount, COINS[coinType].baseDecimals);
      if (before !== undefined) {
        if (before !== amountBase) throw new Error("a repeat tells another share");
        return;
      }
      if (!canClaim) throw new Error("a share of an envelope that is not open");
      books.claim(id, who, amountBase);
      if (claims.size === count && [...claims.values()].reduce((sum, one) => sum + one, 0n) !== totalBase) {
        throw new Error("the shares are not the whole");
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (canClaim) throw new Error(`no share of an open envelope: ${error.key}`, { cause: error });
    }
  },
}));

const close = pick.map((place): Command => ({
  name: `envelope ${place} is ended by its sender`,
  async run(world) {
    const envelope = choose(
      listEnvelopes(world).filter(({ status }) => status === "open"),
      place,
    );
    if (envelope === undefined) return;
    const refusal = await refusalOf(
      callAs(world.app, closeEnvelope, envelope.sender, { body: { envelopeId: envelope.id } }),
    );
    if (refusal === null) world.books.close(envelope.id);
    else if (refusal !== "notAvailable") throw new Error(`an open envelope cannot be ended: ${refusal}`);
  },
}));

const withdraw = fc.tuple(person, fc.constantFrom(1n, 2n, 3n)).map(([who, part]): Command => ({
  name: `${who} withdraws ${part} thirds`,
  async run(world) {
    const { app, books, coinType, shape } = world;
    const grossBase = (books.balanceOf(who) * part) / 3n;
    if (grossBase <= FEE_BASE) return;
    const to = createAddress(shape, `receiver ${books.payouts.size}`);
    const payoutId = await app.database.kysely.transaction().execute((trx) =>
      createPayout(trx, app, {
        tgUserId: who,
        coinType,
        grossBase,
        feeBase: FEE_BASE,
        toAddress: to,
        toAddressKey: toAddressKey(COINS[coinType].walletType, to),
        network: world.connected.network.id,
        isAutomatic: false,
        requestId: null,
      }),
    );
    if ((payoutId !== null) !== books.balanceOf(who) >= grossBase) throw new Error("a payout of what is not there");
    if (payoutId !== null) books.withdraw({ id: payoutId, person: who, grossBase, netBase: grossBase - FEE_BASE, to });
  },
}));

const mine = fc
  .integer({ min: 1, max: 4 })
  .map((blocks): Command => ({ name: `${blocks} blocks`, run: (world) => world.mine(blocks) }));

const fork = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(([depth, isLost]): Command => ({
  name: `${depth} blocks are replaced${isLost ? ", and what was in them is lost" : ""}`,
  async run({ chain }) {
    chain.fork(depth, isLost);
  },
}));

const wait = fc.constantFrom(31, 47, 1_441).map((minutes): Command => ({
  name: `${minutes} minutes pass`,
  async run(world) {
    world.app.clock.advance(minutes * 60_000 + 500);
    await world.mine(3);
  },
}));

const forget: Command = {
  name: "the nodes lose what is in no block",
  run: async ({ chain }) => {
    chain.forget();
  },
};
const restart: Command = { name: "the server starts again", run: (world) => world.restart() };
const second: Command = { name: "a second process starts", run: (world) => world.startProcess() };

const LIES = [
  "omit",
  "amount",
  "sender",
  "invent",
  "laterTimes",
  "ahead",
  "behind",
  "treasury",
  "noPayouts",
  "away",
] as const;

const lie = fc
  .tuple(fc.integer({ min: 0, max: 1 }), fc.constantFrom(...LIES), pick)
  .map(([host, kind, place]): Command => ({
    name: `host ${host} lies: ${kind}`,
    async run({ endpoints, chain, shape, treasury, unitBase }) {
      // One host at most lies: two that lie alike are believed.
      if (endpoints.some((endpoint) => endpoint.lie !== null || endpoint.isAway)) return;
      const endpoint = endpoints[host === 0 ? 0 : 1];
      if (kind === "away") {
        endpoint.isAway = true;
        return;
      }
      endpoint.lie = toLie();
      function toLie(): Lie {
        const known = [...chain.known.values()].filter(({ from }) => from !== treasury);
        const txId = choose(known, place)?.id ?? "";
        switch (kind) {
          case "omit":
          case "amount":
          case "sender":
            return { kind, txId };
          case "invent": {
            const [first] = known;
            const from = first?.from ?? treasury;
            const outputs = [{ to: treasury, amountBase: unitBase, reference: null }];
            const id = createTxId(shape, `invented ${place} ${chain.newest.position}`);
            const transaction = { id, from, outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable: false };
            return { kind, transaction, position: chain.newest.position };
          }
          case "behind":
            return { kind, blocks: 5 };
          case "treasury":
            return { kind, lessBase: unitBase };
          case "laterTimes":
          case "ahead":
          case "noPayouts":
            return { kind };
          case "away":
            return { kind: "behind", blocks: 0 };
        }
      }
    },
  }));

const honest: Command = {
  name: "every host is honest",
  async run(world) {
    world.makeHonest();
    await world.mine(4);
  },
};

/** What happens, the usual more often than the odd. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: prove },
  { weight: 4, arbitrary: send },
  { weight: 6, arbitrary: pay },
  { weight: 6, arbitrary: mine },
  { weight: 4, arbitrary: claim },
  { weight: 2, arbitrary: withdraw },
  { weight: 1, arbitrary: cancel },
  { weight: 1, arbitrary: close },
  { weight: 1, arbitrary: wait },
  { weight: 1, arbitrary: fork },
  { weight: 1, arbitrary: lie },
  { weight: 2, arbitrary: fc.constant(honest) },
  { weight: 1, arbitrary: fc.constantFrom(forget, restart, second) },
);
