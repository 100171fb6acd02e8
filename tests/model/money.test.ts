import { describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/fastCheck.ts";
import { command, type Command, prove } from "./commands.ts";
import type { Shape } from "./endpoints.ts";
import { MoneyWorld } from "./world.ts";

const SEEDS = process.env["FUZZ_SEEDS"] ?? "1-2";
const STEPS = 60;

describe.each<Shape>(["numbered", "timed"])("money on a %s chain", (shape) => {
  it.each(listSeeds())("is where the books say, whatever happens (seed %i)", async (seed) => {
    const [commands = []] = fc.sample(fc.array(command, { minLength: STEPS, maxLength: STEPS }), { seed, numRuns: 1 });
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
    for (const { run } of fc.sample(prove, { seed, numRuns: 3 })) await run(world);
    for (const { name, run } of commands) {
      done.push(name);
      await run(world);
      await world.work();
      await world.check();
    }
    world.makeHonest();
    await world.mine(12);
    await world.check();
    return world.listLate();
  } catch (error) {
    throw new Error(`after ${done.length} commands:\n${done.join("\n")}`, { cause: error });
  } finally {
    await database.close();
  }
}

function listSeeds(): number[] {
  const [first = 1, last = first] = SEEDS.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}
