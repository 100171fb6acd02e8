import { parseEther } from "ethers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import type { TestApp } from "#tests/support/testApp.ts";

const GROSS = parseEther("0.01");
const ANNA = 7n;
/** More operations than a payout takes. */
const MOST = 120;

let database: Database;
let lab: PayoutLab;

beforeAll(async () => {
  database = await openTestDatabase();
  lab = await startPayoutLab(database, "crashes");
  await lab.deposit(ANNA, parseEther("2"));
});
afterAll(async () => {
  await lab.stop();
  await database.close();
});

class Crash extends Error {}

/** A process that dies before its n-th operation: nothing that it asks afterwards happens. */
function createMortal(dieAt: number) {
  let done = 0;
  let isDead = false;
  const operations: string[] = [];
  function live(name: string): void {
    operations.push(name);
    done += 1;
    if (done >= dieAt) isDead = true;
    if (isDead) throw new Crash(name);
  }
  async function around<T>(name: string, run: () => Promise<T>): Promise<T> {
    live(`before ${name}`);
    const answer = await run();
    live(`after ${name}`);
    return answer;
  }
  const route = lab.chain.payouts;
  if (route === null) throw new Error("the lab's chain must have a signer");
  const mortalRoute: PayoutRoute = {
    senderKey: route.senderKey,
    async prepare(terms) {
      const offer = await around("prepare", () => route.prepare(terms));
      return offer === null ? null : { ...offer, sign: (place) => around("sign", () => offer.sign(place)) };
    },
    readSender: () => around("readSender", () => route.readSender()),
    broadcast: (raw) => around("broadcast", () => route.broadcast(raw)),
    look: (terms, sent) => around("look", () => route.look(terms, sent)),
  };
  const chain: Chain = { ...lab.chain, payouts: mortalRoute };
  const { kysely } = database;
  const mortalKysely = new Proxy(kysely, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "transaction") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return () => ({
        execute: <T>(
          change: (trx: Parameters<Parameters<ReturnType<typeof kysely.transaction>["execute"]>[0]>[0]) => Promise<T>,
        ) =>
          around("transaction", () =>
            target.transaction().execute(async (trx) => {
              const answer = await change(trx);
              live("before commit");
              return answer;
            }),
          ),
      });
    },
  });
  const app: TestApp = { ...lab.app, database: { ...database, kysely: mortalKysely } };
  return { sender: lab.createSender(app, chain), operations, hasDied: () => isDead };
}

it("pays once, wherever the process dies", async () => {
  const places = new Set<string>();
  for (let dieAt = 1; dieAt <= MOST; dieAt += 1) {
    const payoutId = await lab.queue(ANNA, GROSS);
    const mortal = createMortal(dieAt);
    for (let round = 0; round < 6 && !mortal.hasDied(); round += 1) {
      await mortal.sender.step().catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await lab.mine(1);
    }
    if (mortal.hasDied()) places.add(`${dieAt} ${mortal.operations.at(-1)}`);
    const survivor = lab.createSender();
    for (let round = 0; round < 8 && (await lab.readStatus(payoutId)) !== "paid"; round += 1) {
      await survivor.step();
      await lab.mine(1);
    }
    expect(await lab.readStatus(payoutId), mortal.operations.at(-1)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(GROSS - AGREED_FEE_BASE);
    // It outlived the payout: every operation of it has been a place to die at.
    if (!mortal.hasDied()) break;
  }
  expect(places.size).toBeGreaterThanOrEqual(12);
  await lab.mine(4);
  expect(await findBreaches(database)).toEqual([]);
});
