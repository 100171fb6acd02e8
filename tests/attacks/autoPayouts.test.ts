import { afterAll, beforeAll, expect, test } from "vitest";
import { addUsers, bindWallet, giveBalance } from "#tests/support/story.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { giveSecurityCode } from "./support/giveSecurityCode.ts";
import { fundWallet, payTreasury } from "./support/localChain.ts";
import { CODE } from "./support/passOn.ts";
import { proveWallet } from "./support/proveWallet.ts";

const STINGY = Array.from({ length: 200 }, (_, place) => BigInt(940_001 + place));
const HONEST = 940_901;
const ETHER = 10n ** 18n;
const SOON_MS = 30_000;
const DAY_MS = 86_400_000;
/** Two runs of the job, with room. */
const PAID_WITHIN_MS = 70_000;

let world: AttackWorld;

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());

/** Two hundred people with a balance, whose limit no fee keeps. They came long ago. */
async function seedStingy(): Promise<void> {
  // What is paid before the first look at the chain belongs to nobody.
  const readSettled = () => world.readMetric('hongbao_chain_block{coin="eth",kind="settled"}');
  await expect.poll(readSettled, { timeout: SOON_MS }).not.toBeNull();
  await world.kill();
  await world.withDatabase(async (database) => {
    const app = createTestApp(database, "stingy people");
    await addUsers(app, STINGY);
    for (const person of STINGY) {
      await bindWallet(app, person);
      await giveBalance(app, person, 10n ** 15n);
    }
    const rows = STINGY.map((person) => ({
      tg_user_id: person,
      coin_type: "eth" as const,
      max_fee_base: 1n,
      created_at: new Date(Date.now() - DAY_MS),
    }));
    await database.kysely.insertInto("auto_payout").values(rows).execute();
  });
  // What they have is in the treasury.
  await payTreasury(world.info, await fundWallet(world.info), ETHER);
  await world.restart();
}

test("two hundred stingy people do not starve another's automatic payout", { timeout: 120_000 }, async () => {
  await seedStingy();
  const [bearer, wallet] = [await world.logIn(HONEST), await fundWallet(world.info)];
  await proveWallet(world, { bearer }, wallet);
  await giveSecurityCode(world, bearer, { email: "honest@example.com", code: CODE });
  const body = { coinType: "eth", enabled: true, maxFee: "0.01", securityCode: CODE } as const;
  expect((await world.ask("autoPayout", { bearer, body })).error).toBeNull();
  await payTreasury(world.info, wallet, ETHER);
  const readPayouts = async () => (await world.ask("payouts", { bearer, query: { limit: 5 } })).data?.items.length;
  await expect.poll(readPayouts, { timeout: PAID_WITHIN_MS, interval: 500 }).toBe(1);
});
