import type { Chain } from "#server/chains/chain.ts";
import type { ExpiryRoute, NonceRoute } from "#server/chains/payoutRoute.ts";
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
  const broadcast = (raw: Uint8Array) => around("broadcast", () => route.broadcast(raw));
  const crashByExpiry = (safe: ExpiryRoute): ExpiryRoute => ({
    ...safe,
    broadcast,
    async prepare(group) {
      const prepared = await around("prepare", () => safe.prepare(group));
      return { ...prepared, sign: (parts) => around("sign", () => prepared.sign(parts)) };
    },
    readSender: () => around("readSender", safe.readSender),
    findTransaction: (parts, sent) => around("findTransaction", () => safe.findTransaction(parts, sent)),
  });
  const crashByNonce = (safe: NonceRoute): NonceRoute => ({
    ...safe,
    broadcast,
    async prepare(terms) {
      const prepared = await around("prepare", () => safe.prepare(terms));
      if (prepared === null) return null;
      return { ...prepared, sign: (part, place) => around("sign", () => prepared.sign(part, place)) };
    },
    readSender: () => around("readSender", safe.readSender),
    findTransaction: (terms, sent) => around("findTransaction", () => safe.findTransaction(terms, sent)),
  });
  const payouts = route.model === "nonce" ? crashByNonce(route) : crashByExpiry(route);
  const chain: Chain = { ...lab.chain, payouts };
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
