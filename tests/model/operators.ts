import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { ActionRefused } from "#server/operator/decision.ts";
import fc from "#tests/support/fastCheck.ts";
import type { Frozen } from "./things.ts";
import { typeCommand } from "./deeds.ts";
import { choose, type Command, person, pick, units } from "./choices.ts";
import { type MoneyWorld, PEOPLE, STRANGER } from "./world.ts";

/** False where the command is refused. */
export async function operate(...typed: Parameters<typeof typeCommand>): Promise<boolean> {
  try {
    return (await typeCommand(...typed)).isDone;
  } catch (error) {
    if (error instanceof ActionRefused) return false;
    throw error;
  }
}

const nameScope = (frozen: Frozen) => (frozen === "all" ? frozen : `person:${frozen}`);

export const freeze = fc.constantFrom<Frozen[]>("all", ...PEOPLE).map((frozen): Command => ({
  name: `an operator freezes ${frozen}`,
  async run(world) {
    if (frozen !== "all" && world.books.gone.has(frozen)) return;
    await operate(world, "freeze", { scope: nameScope(frozen) });
    world.books.frozen.add(frozen);
  },
}));

export const unfreeze: Command = {
  name: "an operator ends every freeze",
  async run(world) {
    for (const frozen of world.books.frozen) await operate(world, "unfreeze", { scope: nameScope(frozen) });
    world.books.frozen.clear();
    world.noteTrouble();
  },
};

const listWaiting = ({ books }: MoneyWorld) => [...books.payouts.values()].filter(({ isOver }) => isOver === "no");

export const release = pick.map((place): Command => ({
  name: `an operator releases payout ${place}`,
  async run(world) {
    const waiting = listWaiting(world);
    const payout = choose(
      waiting.some(({ isHeld }) => isHeld) ? waiting.filter(({ isHeld }) => isHeld) : waiting,
      place,
    );
    if (payout === undefined) return;
    const isDone = await operate(world, "release", { payout: payout.id });
    if (isDone && !payout.isHeld) throw new Error("a payout is released that nothing holds");
    if (isDone) world.books.release(payout.id);
  },
}));

export const refuse = pick.map((place): Command => ({
  name: `an operator refuses payout ${place}`,
  async run(world) {
    const { books } = world;
    const payout = choose(listWaiting(world), place);
    if (payout === undefined) return;
    if (await operate(world, "refuse", { payout: payout.id })) books.refuse(payout.id);
    else if (payout.leftAtMs === null) throw new Error("a payout that waits cannot be refused");
  },
}));

export const assign = fc.tuple(person, pick).map(([who, place]): Command => ({
  name: `an operator assigns transfer ${place} to ${who}`,
  async run(world) {
    const { books, chain } = world;
    const user = String(who);
    const arrival = choose(books.unmatched, place);
    if (books.gone.has(who)) return;
    if (arrival === undefined) {
      // Any other transfer has an owner already.
      const tx = choose([...chain.known.keys()], place);
      if (tx !== undefined && (await operate(world, "assign", { user, tx, index: "0" })))
        throw new Error("what is somebody's is assigned");
      return;
    }
    const { txId: tx, index } = arrival;
    const isDone = await operate(world, "assign", { user, tx, index: String(index) });
    if (!isDone) throw new Error("what is nobody's cannot be assigned");
    books.assign(who, arrival);
  },
}));

export const assignSurplus = fc.tuple(person, units, pick).map(([who, amount, place]): Command => ({
  name: `an operator gives ${amount} of what nobody sent to ${who}`,
  async run(world) {
    const { books, coinType } = world;
    if (books.gone.has(who)) return;
    const amountBase = (amount * world.unitBase) / 2n;
    const values = {
      user: String(who),
      surplus: formatAmount(amountBase, COINS[coinType].baseDecimals),
      reference: world.name(`case-${place}-`).replace(" ", ""),
    };
    if (!(await operate(world, "assign", values))) return;
    if (books.givenBase + amountBase > world.readNobodys()) throw new Error("more is given than nobody sent");
    books.assignSurplus(who, amountBase);
  },
}));

/** Operators keep money at an address that nobody has yet, and somebody may prove later. */
export const sweep = fc.tuple(person, units).map(([who, amount]): Command => ({
  name: `an operator moves ${amount} to a cold address, which is ${who}'s`,
  async run(world) {
    const { books, chain } = world;
    const to = world.walletOf(who);
    const amountBase = amount * world.unitBase;
    if (books.outgoing.size > 0 || chain.readHolding(world.treasury) < 2n * amountBase) return;
    const tx = world.spend(amountBase, to, chain.priceBase);
    await world.mine(4);
    if (!(await operate(world, "book-outgoing", { tx, against: "cold" }))) return;
    if (books.owners.has(to)) throw new Error("a person's wallet is taken for operators'");
    books.sweep(tx, to);
    world.noteTrouble();
  },
}));

export const returnFromCold = fc.tuple(pick, units).map(([place, amount]): Command => ({
  name: `${amount} come back from cold address ${place}`,
  async run(world) {
    const { books, unitBase } = world;
    const from = choose([...books.cold], place);
    if (from !== undefined) world.pay(from, [{ amountBase: amount * unitBase, reference: null }]);
    await world.mine(4);
    const arrival = choose(books.unmatched, place);
    if (arrival === undefined) return;
    const isDone = await operate(world, "return-from-cold", { tx: arrival.txId, index: String(arrival.index) });
    if (isDone) books.returnFromCold(arrival);
    else if (books.cold.has(arrival.from)) throw new Error("what came from a cold address cannot be booked");
  },
}));

export const spend = units.map((amount): Command => ({
  name: `an operator sends ${amount} of the treasury by hand`,
  async run(world) {
    const amountBase = (amount * world.unitBase) / 9n;
    if (world.chain.readHolding(world.treasury) > 2n * amountBase) world.spend(amountBase);
  },
}));

/**
 * The treasury's key is replaced; later what lies at the former address is moved to the next one, unless what that key has
 * signed needs it.
 */
export const rotate: Command = {
  name: "an operator replaces the treasury's key, or moves the rest",
  run: (world) => (world.former === null ? world.rotate() : moveRest(world)),
};

/** Only its fee has left then. */
export async function moveRest(world: MoneyWorld): Promise<void> {
  const { former, chain, treasury, books } = world;
  if (
    former === null ||
    [...books.payouts.values()].some(({ isOver, leftAtMs }) => isOver === "no" && leftAtMs !== null)
  )
    return;
  const restBase = chain.readHolding(former) - (world.shape === "fuelled" ? 0n : chain.priceBase);
  if (restBase > 0n) world.spend(restBase, treasury, chain.priceBase, former);
  await world.mine(4);
}

/**
 * What left without the books, against the balance of the first person who has as much. A payout that it has paid and that
 * still waits, as after a restore, is refused before.
 */
async function bookOutgoing(world: MoneyWorld, tx: string, people: readonly bigint[]): Promise<boolean> {
  const { books, chain } = world;
  const receivers = chain.known.get(tx)?.outputs.map(({ to }) => to) ?? [];
  const isAgain = listWaiting(world).some(({ to, leftAtMs }) => receivers.includes(to) && leftAtMs !== null);
  if (isAgain || !world.isFinal(tx)) return false;
  for (const { id, to, leftAtMs } of listWaiting(world)) {
    if (!receivers.includes(to) || leftAtMs !== null) continue;
    if (await operate(world, "refuse", { payout: id })) books.refuse(id);
  }
  for (const person of people) {
    if (!(await operate(world, "book-outgoing", { tx, against: `user:${person}` }))) continue;
    books.bookOutgoing(tx, person);
    world.noteTrouble();
    return true;
  }
  return false;
}

export const book = fc.tuple(person, pick).map(([who, place]): Command => ({
  name: `an operator books what left by hand against ${who}`,
  async run(world) {
    const { books, endpoints } = world;
    const [txId, spentBase] = choose([...books.outgoing], place) ?? [];
    if (txId === undefined || spentBase === undefined || books.gone.has(who)) return;
    const isDone = await bookOutgoing(world, txId, [who]);
    const areHonest = endpoints.every(({ lie, isAway }) => lie === null && !isAway);
    if (!isDone && areHonest && world.isFinal(txId) && !world.lost.has(txId) && books.balanceOf(who) >= spentBase)
      throw new Error("what left by hand cannot be booked");
  },
}));

/** Fills the treasury up where nobody's balance can bear what left. */
export async function bookAll(world: MoneyWorld): Promise<void> {
  for (const [txId, spentBase] of world.books.outgoing) {
    if (await bookOutgoing(world, txId, PEOPLE)) continue;
    if (world.isFinal(txId)) world.pay(world.walletOf(STRANGER), [{ amountBase: spentBase, reference: null }], true);
    world.books.outgoing.delete(txId);
  }
  world.noteTrouble();
}
