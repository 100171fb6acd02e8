import type { Chain } from "#server/chains/chain.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import type { TestApp } from "./testApp.ts";

export interface CrashingLab {
  readonly app: TestApp;
  readonly chain: Chain;
  createSender(app?: TestApp, chain?: Chain): PayoutSender;
}

export class Crash extends Error {}

/** A process that dies before its n-th operation: nothing that it asks afterwards happens. */
export function createCrashing(lab: CrashingLab, dieAt: number) {
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
  const crashingRoute: PayoutRoute = {
    senderKey: route.senderKey,
    maxInFlight: route.maxInFlight,
    maxBatchSize: route.maxBatchSize,
    readLeastAmount: (to) => route.readLeastAmount(to),
    async prepare(group) {
      const prepared = await around("prepare", () => route.prepare(group));
      return { ...prepared, sign: (parts, place) => around("sign", () => prepared.sign(parts, place)) };
    },
    readSender: () => around("readSender", () => route.readSender()),
    broadcast: (raw) => around("broadcast", () => route.broadcast(raw)),
    findTransaction: (parts, sent) => around("findTransaction", () => route.findTransaction(parts, sent)),
  };
  const chain: Chain = { ...lab.chain, payouts: crashingRoute };
  const { kysely } = lab.app.database;
  const crashingKysely = new Proxy(kysely, {
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
  const app: TestApp = { ...lab.app, database: { ...lab.app.database, kysely: crashingKysely } };
  return { sender: lab.createSender(app, chain), operations, hasDied: () => isDead };
}
