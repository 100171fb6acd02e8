import { describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { readSurplus } from "#server/deposits/surplus.ts";
import { connectModel, ModelEndpoint, type Shape } from "#tests/model/endpoints.ts";
import { STRANGER } from "#tests/model/world.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { openStories } from "./openStories.ts";

describe.each<Shape>(["timed", "numbered"])("a watcher of a %s chain", (shape) => {
  const story = openStories(shape);
  type Behaviour = "honest" | "names newer blocks" | "stands still";

  /** A host that does not change any more stands still. */
  function createHost(behaviour: Behaviour): ModelEndpoint {
    const host = new ModelEndpoint(story.world.chain);
    if (behaviour === "names newer blocks") host.lie = { kind: "ahead" };
    const blocks = [...story.world.chain.blocks];
    if (behaviour === "stands still") host.look = () => blocks;
    return host;
  }

  /** The server asks these hosts alone, until it starts again. */
  async function watch(hosts: readonly ModelEndpoint[], isLocal = false): Promise<TestWatcher> {
    const { app, treasury } = story.world;
    const connected = await connectModel(hosts, { shape, treasuryAddress: treasury, isLocal });
    app.chains = linkChain(connected);
    return new TestWatcher(app, connected);
  }

  async function mine(blocks: number, watcher: TestWatcher): Promise<void> {
    for (let made = 0; made < blocks; made += 1) {
      story.world.chain.mine(1);
      await watcher.poll();
    }
  }
  const readSettled = async () =>
    await story.world.tables
      .selectFrom("chain_cursor")
      .select(["settled_position as position", "settled_ref as ref"])
      .executeTakeFirstOrThrow();

  it.each<Behaviour[]>([
    ["names newer blocks", "honest"],
    ["names newer blocks", "honest", "honest"],
    ["stands still", "honest", "honest"],
    ["stands still", "names newer blocks", "honest"],
  ])("is held up by no host that names newer blocks, or stands still where two go on: %s, %s, %s", async (...hosts) => {
    const watcher = await watch(hosts.map(createHost));
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    story.pay(anna, 3);
    for (const status of ["confirming 0", "confirming 0", "paid 3"]) {
      await mine(1, watcher);
      expect(await story.readOrder(sent)).toBe(status);
    }
    expect(story.logged).toEqual([]);
    await story.world.restart();
  });

  it("waits while a host stands still beside another, until it goes on", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    const still = createHost("stands still");
    const watcher = await watch([still, createHost("honest")]);
    const tx = story.pay(anna, 3);
    await mine(4, watcher);
    expect(await story.readOrder(sent)).not.toMatch(/^paid/u);
    expect(await story.readOutcomes(tx)).not.toContain("order");
    still.look = () => story.world.chain.blocks;
    await watcher.poll();
    expect(await story.readOrder(sent)).toBe("paid 3");
    expect(story.logged).toEqual([]);
    await story.world.restart();
  });

  it.each([true, false])(
    "whose hosts are all behind moves the cursor of a local chain alone, and settles nothing twice (local: %s)",
    async (isLocal) => {
      const { world } = story;
      const anna = await story.meet();
      const sent = await story.send(anna, 3);
      await story.payWholly(anna, 4);
      const settled = await readSettled();
      for (const endpoint of world.endpoints) endpoint.lie = { kind: "behind", blocks: 6 };
      const watcher = await watch(world.endpoints, isLocal);
      const told = await watcher.poll().catch((error: unknown) => error);
      expect(told instanceof ChainUnavailable).toBe(!isLocal);
      await watcher.poll().catch(() => undefined);
      const { position, ref } = await readSettled();
      expect(position < settled.position).toBe(isLocal);
      world.makeHonest();
      expect([null, await world.connected.readRefAt(position)]).toContain(ref);
      await mine(3, watcher);
      expect((await readSettled()).position).toBeGreaterThan(settled.position);
      expect([await story.readOrder(sent), await story.readSum(anna)]).toEqual(["paid 3", 1]);
      await world.restart();
    },
  );

  it("compares books and chain correctly while the chain grows during each poll, with no transfer as a surplus", async () => {
    const { world } = story;
    const anna = await story.meet();
    const readFound = () => readSurplus(world.tables, world.coinType);
    const before = await readFound();
    const confirmPosition: Chain["confirmPosition"] = async (position) => {
      const confirmation = await world.connected.confirmPosition(position);
      story.pay(anna, 0.1);
      world.chain.mine(1);
      return confirmation;
    };
    const watcher = new TestWatcher(world.app, { ...world.connected, confirmPosition });
    world.pay(world.walletOf(STRANGER), [{ amountBase: 5n, reference: null }], true);
    world.chain.mine(1);
    for (let look = 0; look < 6; look += 1) await watcher.poll();
    expect(await readFound()).toBe(before + 5n);
    await story.mine(4);
    expect(await readFound()).toBe(before + 5n);
  });
});
