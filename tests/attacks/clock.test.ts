import { expect, test } from "vitest";
import { openAttackWorld } from "./support/attackWorld.ts";

const DAY_MS = 86_400_000;

test("a crash while the clock was a day ahead stops no job once the clock is right again", async () => {
  const world = await openAttackWorld();
  /** The newest block that the watcher has seen; it moves while any process runs that job. */
  const readHead = async () => Number(await world.readMetric('hongbao_chain_block{coin="eth",kind="head"}'));
  try {
    await expect.poll(readHead).toBeGreaterThan(0);
    await world.shiftClock(DAY_MS);
    // The wrong clock takes every lease again within 5 seconds.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    const head = await readHead();
    await world.kill();
    await world.shiftClock(0);
    await world.restart();
    await expect.poll(readHead).toBeGreaterThan(head);
  } finally {
    await world.close();
  }
});
