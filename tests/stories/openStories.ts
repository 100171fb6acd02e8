import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import type { BodyOf } from "#server/calls/handler.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import type { Database } from "#server/db/database.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import type { CommandName, CommandRequest } from "#server/operator/commands.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { unbindWallet } from "#server/wallets/boundWallets.ts";
import { FINAL_DEPTH } from "#tests/model/chain.ts";
import { proveWallet, queuePayout, typeCommand } from "#tests/model/deeds.ts";
import { createAddress, type Shape } from "#tests/model/endpoints.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { MoneyWorld, STRANGER } from "#tests/model/world.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { callAs } from "#tests/support/story.ts";

/** Blocks: longer than a transaction that ends by time can land. */
export const LIFE = 12;
/** A payout that the network lost is sent again after this. */
const AGAIN_MINUTES = 1;
const DAY_MINUTES = 24 * 60;
const CROWD = Array.from({ length: 80 }, (_, place) => BigInt(100 + place));

export interface Sent {
  orderId: string;
  envelopeId: string;
  reference: string | null;
  passphrase: string;
  sender: bigint;
}

export interface Queued {
  id: string;
  to: string;
}

/** What happens around a question to the chain, by its name. */
interface Disturbances {
  /** Is told what is asked; a rejection is the answer. */
  before?: Partial<Record<keyof PayoutRoute, (asked: string) => void | Promise<void>>>;
  after?: Partial<Record<keyof PayoutRoute, () => unknown>>;
}

/**
 * A server on the model's chain, for the stories of a file: each has people of its own. Amounts are hundredths of a coin. In
 * the end of each story the hosts are honest again, and the auditor finds nothing.
 */
export function openStories(shape: Shape) {
  let database: Database;
  let world: MoneyWorld;
  let met = 0;
  /** Errors that were logged in this story. */
  const logged: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    world = new MoneyWorld(database, shape, "stories", CROWD);
    world.isFollowed = false;
    world.app.logger = { ...silentLogger, error: (_, message) => void logged.push(message) };
    await world.open();
    await mine(4);
  });
  beforeEach(() => void logged.splice(0));
  afterEach(async () => {
    world.makeHonest();
    world.clockIsAheadMs = 0;
    for (let round = 0; round < 2; round += 1) {
      world.chain.mine(FINAL_DEPTH);
      await world.work();
    }
    expect(await findBreaches(database)).toEqual([]);
  });
  afterAll(() => database.close());

  const units = (amount: number) => (BigInt(Math.round(amount * 1_000)) * world.unitBase) / 1_000n;
  const tell = (base: bigint) => Number((base * 1_000n) / world.unitBase) / 1_000;

  /** Somebody new with a wallet that holds much, proven or not. */
  async function meet({ isProven = true } = {}): Promise<bigint> {
    const person = CROWD[met];
    if (person === undefined) throw new Error("the crowd is too small");
    met += 1;
    if (isProven) await prove(person);
    return person;
  }

  const prove = (person: bigint, address = world.walletOf(person)) => proveWallet(world, person, address);

  /** Somebody types the address of a wallet, and proves nothing. Answers what unbinds it. */
  async function bindTyped(person: bigint, address = world.walletOf(person)): Promise<() => Promise<unknown>> {
    const body = { type: COINS[world.coinType].walletType, address };
    const { wallet } = await callAs(world.app, bindWallet, person, { body });
    return () => callAs(world.app, unbindWallet, person, { body: { walletId: wallet.walletId } });
  }

  async function send(sender: bigint, amount: number, body: Partial<BodyOf<"sendRedEnvelope">> = {}): Promise<Sent> {
    const { app, coinType } = world;
    const passphrase = world.name("Lucky story");
    const totalAmount = formatAmount(units(amount), COINS[coinType].baseDecimals);
    const asked = { type: "luckyDraw", coinType, count: 2, passphrase, totalAmount, ...body } as const;
    const { order } = await callAs(app, sendRedEnvelope, sender, { body: asked });
    const [envelopeId = ""] = order.envelopeIds;
    return { orderId: order.orderId, envelopeId, reference: order.reference, passphrase, sender };
  }

  /** A payment in the next block. Answers its transaction. */
  function pay(from: bigint, amount: number, reference: string | null = null): string {
    return world.pay(world.walletOf(from), [{ amountBase: units(amount), reference }]);
  }

  /** The chain goes on. What takes long is not looked at block by block. */
  async function mine(blocks: number): Promise<void> {
    for (let left = blocks; left > 0;) {
      const step = left > FINAL_DEPTH + 1 ? 2 : 1;
      world.chain.mine(step);
      await world.work();
      left -= step;
    }
  }

  const report = ({ orderId }: Pick<Sent, "orderId">, txHash: string, by: bigint) =>
    callAs(world.app, submitPayment, by, { body: { orderId, txHash } });
  const cancel = async ({ orderId, sender }: Sent, by = sender) =>
    (await callAs(world.app, cancelOrder, by, { body: { orderId } })).order.status;

  /** A payment that is final and settled. */
  async function payWholly(from: bigint, amount: number, reference: string | null = null): Promise<string> {
    const txId = pay(from, amount, reference);
    world.chain.mine(FINAL_DEPTH);
    await mine(2);
    return txId;
  }

  /** An envelope that is paid and open. */
  async function open(sender: bigint, amount: number, body: Partial<BodyOf<"sendRedEnvelope">> = {}): Promise<Sent> {
    const sent = await send(sender, amount, body);
    await payWholly(sender, amount);
    return sent;
  }

  /** Puts money into somebody's balance, as they do who add some. */
  async function fill(person: bigint, amount: number): Promise<void> {
    await payWholly(person, amount);
  }

  async function readOrder({ orderId, sender }: Sent) {
    const { order } = await callAs(world.app, orderDetail, sender, { query: { orderId } });
    return `${order.status} ${tell(BigInt(Math.round(Number(order.paidAmount) * 1e5)) * (world.unitBase / 1_000n))}`;
  }

  const readEnvelope = async ({ envelopeId }: Sent) =>
    (
      await database.kysely
        .selectFrom("envelope")
        .select("status")
        .where("envelope_id", "=", envelopeId)
        .executeTakeFirstOrThrow()
    ).status;

  /** What became of each transfer of a transaction. */
  const readOutcomes = async (txId: string) =>
    (
      await database.kysely
        .selectFrom("chain_transfer")
        .select("outcome")
        .where("tx_hash", "=", txId)
        .orderBy("transfer_index")
        .execute()
    ).map(({ outcome }) => outcome);

  const readBase = (person: bigint) => readBalance(database.kysely, person, world.coinType);
  const readSum = async (person: bigint) => tell(await readBase(person));

  /** The kinds of the letters that somebody got of money and orders, or of their wallets, oldest first. */
  const readLetters = async (person: bigint, isUrgent = false) =>
    (
      await database.kysely
        .selectFrom("letter")
        .where("queue", "=", "notification")
        .select("kind")
        .where("tg_user_id", "=", person)
        .where("is_urgent", "=", isUrgent)
        .where("kind", "not in", ["live", "allLive", "firstClaim"])
        .orderBy("due_at")
        .execute()
    ).map(({ kind }) => kind);

  const claim = async (person: bigint, { envelopeId, passphrase }: Sent) =>
    callAs(world.app, acceptRedEnvelope, person, { body: { envelopeId, passphrase } });

  /** Somebody with so much in the balance, when the limits have room again. */
  async function meetRich(amount: number): Promise<bigint> {
    const person = await meet();
    await fill(person, amount);
    world.pass(DAY_MINUTES);
    await mine(4);
    return person;
  }

  /** Queues a payout of so much to a wallet of its own. */
  async function withdraw(person: bigint, amount: number, to = createAddress(shape, world.name("receiver"))) {
    // The order of their age.
    world.clock.advance(1);
    const id = await queuePayout(world, { person, grossBase: units(amount), to });
    if (id === null) throw new Error("the balance is too small");
    return { id, to };
  }

  async function withdrawEach(person: bigint, ...amounts: number[]): Promise<Queued[]> {
    const queued: Queued[] = [];
    for (const amount of amounts) queued.push(await withdraw(person, amount));
    return queued;
  }

  /** Lets enough blocks and time pass for every payout to be sent, mined and final. */
  async function finish(): Promise<void> {
    await mine(3);
    world.pass(AGAIN_MINUTES);
    await mine(6);
  }

  const readArrived = ({ to }: Pick<Queued, "to">) => world.chain.readHolding(to);

  async function expectPaidOnce(payouts: readonly Queued[], amount = 1): Promise<void> {
    for (const payout of payouts) {
      expect(await readPayout(payout)).toBe("paid");
      expect(readArrived(payout)).toBe(units(amount) - FEE_BASE);
    }
  }

  const readPayout = async ({ id }: { id: string }) => {
    const row = await database.kysely
      .selectFrom("payout")
      .select(["status", "held_reason"])
      .where("payout_id", "=", id)
      .executeTakeFirstOrThrow();
    return row.held_reason === null ? row.status : `${row.status}: ${row.held_reason}`;
  };

  const readAttempts = (queued: { id: string }) =>
    database.kysely
      .selectFrom("payout_attempt")
      .select(["tx_hash", "sender_key", "sequence", "part", "lost_at", "raw"])
      .where("payout_id", "=", queued.id)
      .orderBy("attempt")
      .execute();

  /** A process that only pays. Something may happen before and after what it asks the chain. */
  function createSender({ before = {}, after = {} }: Disturbances = {}, app: App = world.app): PayoutSender {
    const { connected } = world;
    const { payouts } = connected;
    if (payouts === null) throw new Error("the model pays out");
    const disturbed = new Proxy(payouts, {
      get(target, name) {
        const ask: unknown = Reflect.get(target, name);
        if (typeof ask !== "function") return ask;
        const question = name as keyof PayoutRoute;
        return async (...asked: unknown[]): Promise<unknown> => {
          await before[question]?.(inspect(asked, { depth: 4 }));
          const answer: unknown = await Reflect.apply(ask, target, asked);
          await after[question]?.();
          return answer;
        };
      },
    });
    return new PayoutSender(app, { ...connected, payouts: disturbed }, disturbed);
  }

  /** Leaves the treasury so little, by hand, before books and chain are compared. Answers what fills it again. */
  async function drain(leftBase: bigint): Promise<() => Promise<void>> {
    const { chain, treasury } = world;
    const takenBase = chain.readHolding(treasury) - leftBase;
    const tx = world.spend(takenBase);
    chain.mine(FINAL_DEPTH);
    return async () => {
      const amountBase = world.books.outgoing.get(tx) ?? 0n;
      // What nobody can read is a surplus.
      world.pay(world.walletOf(STRANGER), [{ amountBase, reference: null }], true);
      await mine(14);
    };
  }

  const readAlarms = async () => (await findAlarms(world.app, [], 0)).map(({ kind }) => kind);

  const operate = (name: CommandName, values: Readonly<Record<string, string>>, change?: Partial<CommandRequest>) =>
    typeCommand(world, name, { index: "0", ...values }, change);

  return {
    get world() {
      return world;
    },
    logged,
    units,
    tell,
    meet,
    meetRich,
    prove,
    bindTyped,
    send,
    pay,
    mine,
    payWholly,
    open,
    fill,
    claim,
    report,
    cancel,
    withdraw,
    withdrawEach,
    finish,
    expectPaidOnce,
    operate,
    readOrder,
    readEnvelope,
    readOutcomes,
    readBase,
    readSum,
    readLetters,
    readPayout,
    readArrived,
    readAttempts,
    readAlarms,
    createSender,
    drain,
  };
}
