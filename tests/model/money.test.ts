import { describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/fastCheck.ts";
import type { Command } from "./choices.ts";
import * as people from "./commands.ts";
import * as operators from "./operators.ts";
import * as troubles from "./troubles.ts";
import type { Shape } from "./endpoints.ts";
import { USUAL_PRICE_BASE } from "./chain.ts";
import { FEE_BASE } from "./payouts.ts";
import { MoneyWorld, PEOPLE } from "./world.ts";

const SEEDS = process.env["FUZZ_SEEDS"] ?? "1-1";
const STEPS = 60;

/** What happens, the usual more often than the odd. */
const command: fc.Arbitrary<Command> = fc.oneof(
  ...weigh(2, people.prove, people.withdraw, people.price, fc.constant(troubles.honest)),
  ...weigh(4, people.send, people.claim, people.open, people.gather),
  ...weigh(3, people.tap),
  ...weigh(2, people.rush, people.withdrawAtOnce, people.withdrawInVain),
  ...weigh(6, people.pay, troubles.mine),
  ...weigh(1, people.cancel, people.close, people.takeBack, people.payByItself, people.thank, people.leave),
  ...weigh(1, operators.freeze, operators.release, operators.refuse, operators.assign),
  ...weigh(2, fc.constant(operators.unfreeze)),
  ...weigh(1, operators.spend, operators.book, operators.assignSurplus, operators.sweep, operators.returnFromCold),
  ...weigh(1, fc.constant(operators.rotate)),
  ...weigh(1, troubles.wait, troubles.fork, troubles.lie, troubles.die, troubles.wrongClock),
  ...weigh(
    1,
    fc.constantFrom(troubles.forget, troubles.restart, troubles.second, troubles.lostLease, troubles.silence),
  ),
  ...weigh(1, fc.constantFrom(troubles.backUp, troubles.restore), troubles.repeatBooking),
);

function weigh(weight: number, ...arbitraries: fc.Arbitrary<Command>[]) {
  return arbitraries.map((arbitrary) => ({ weight, arbitrary }));
}

describe.each<Shape>(["numbered", "timed", "fuelled"])("money on a %s chain", (shape) => {
  it.each(listSeeds())("is where the books say, whatever happens (seed %i)", async (seed) => {
    const [commands = []] = fc.sample(fc.noBias(fc.array(command, { minLength: STEPS, maxLength: STEPS })), {
      seed,
      numRuns: 1,
    });
    expect(await play(shape, seed, commands)).toEqual([]);
  });
});

/** Answers what is late in the end. */
async function play(shape: Shape, seed: number, commands: readonly Command[]): Promise<string[]> {
  const database: Database = await openTestDatabase();
  const done: string[] = [];
  try {
    const world = new MoneyWorld(database, shape, `${shape} ${seed}`);
    await world.open();
    for (const person of PEOPLE) await people.proveAs(person).run(world);
    for (const { name, run } of commands) {
      done.push(name);
      await run(world);
      await world.work();
      await world.check();
    }
    await settleAll(world);
    await world.check();
    return await world.listLate();
  } catch (error) {
    throw new Error(`after ${done.length} commands:\n${done.join("\n")}`, { cause: error });
  } finally {
    await database.close();
  }
}

/** Every host is honest, nothing is frozen, and operators let pass what waits for them. */
async function settleAll(world: MoneyWorld): Promise<void> {
  world.makeHonest();
  // Nothing raises the fee of what the former key has signed.
  if (world.former !== null) world.chain.priceBase = USUAL_PRICE_BASE;
  if (world.chain.priceBase > FEE_BASE) world.chain.priceBase = FEE_BASE;
  await operators.unfreeze.run(world);
  await world.mine(12);
  // What is paid back may come to the former address, too.
  for (let turn = 0; turn < 2; turn += 1) {
    await operators.moveRest(world);
    await operators.bookAll(world);
    await world.mine(1);
  }
  for (let round = 0; round < 4; round += 1) {
    for (const { id, isHeld } of world.books.payouts.values()) {
      if (isHeld && (await operators.operate(world, "release", { payout: id }))) world.books.release(id);
    }
    world.pass(61);
    await world.mine(6);
  }
}

function listSeeds(): number[] {
  const [first = 1, last = first] = SEEDS.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}
