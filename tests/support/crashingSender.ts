import { type KyselyPlugin, type RootOperationNode, SelectQueryNode } from "kysely";
import type { Chain } from "#server/chains/chain.ts";
import type { ExpiryRoute, NonceRoute } from "#server/chains/payoutRoute.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import type { TestApp } from "./testApp.ts";

export interface CrashingLab {
  readonly app: TestApp;
  readonly chain: Chain;
  createSender(app?: TestApp, chain?: Chain): PayoutSender;
}

class Crash extends Error {}

/**
 * A process that dies at its n-th moment: nothing that it asks afterwards happens. What it leaves behind changes by commits
 * and by what it sends, and the chain moves between its steps; so the moments are before each commit that writes, before
 * each broadcast, and the end of each step.
 */
export function createCrashing(lab: CrashingLab, dieAt: number) {
  const moments: string[] = [];
  let isDead = false;
  let hasWritten = false;
  let isInTransaction = false;
  function pass(moment: string): void {
    moments.push(moment);
    if (moments.length >= dieAt) isDead = true;
    live(moment);
  }
  function live(operation: string): void {
    if (isDead) throw new Crash(operation);
  }
  async function ask<T>(name: string, run: () => Promise<T>): Promise<T> {
    live(name);
    return run();
  }
  const route = lab.chain.payouts;
  if (route === null) throw new Error("the lab's chain must have a signer");
  async function broadcast(raw: Uint8Array): Promise<void> {
    pass("before broadcast");
    await route?.broadcast(raw);
  }
  const crashByExpiry = (safe: ExpiryRoute): ExpiryRoute => ({
    ...safe,
    broadcast,
    async prepare(group) {
      const prepared = await ask("prepare", () => safe.prepare(group));
      return { ...prepared, sign: (parts) => ask("sign", () => prepared.sign(parts)) };
    },
    readSender: () => ask("readSender", safe.readSender),
    findTransaction: (parts, sent) => ask("findTransaction", () => safe.findTransaction(parts, sent)),
  });
  const crashByNonce = (safe: NonceRoute): NonceRoute => ({
    ...safe,
    broadcast,
    async prepare(terms) {
      const prepared = await ask("prepare", () => safe.prepare(terms));
      if (prepared === null) return null;
      return { ...prepared, sign: (part, place) => ask("sign", () => prepared.sign(part, place)) };
    },
    readSender: () => ask("readSender", safe.readSender),
    findTransaction: (terms, sent) => ask("findTransaction", () => safe.findTransaction(terms, sent)),
  });
  const payouts = route.model === "nonce" ? crashByNonce(route) : crashByExpiry(route);
  const chain: Chain = { ...lab.chain, payouts };
  const watchWrites: KyselyPlugin = {
    transformQuery({ node }) {
      if (isRead(node)) return node;
      if (isInTransaction) hasWritten = true;
      else pass("before a write");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kysely = lab.app.database.kysely.withPlugin(watchWrites);
  const crashingKysely = new Proxy(kysely, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "transaction") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return () => ({
        execute: <T>(
          change: (trx: Parameters<Parameters<ReturnType<typeof kysely.transaction>["execute"]>[0]>[0]) => Promise<T>,
        ) =>
          ask("transaction", () =>
            target.transaction().execute(async (trx) => {
              hasWritten = false;
              isInTransaction = true;
              try {
                const answer = await change(trx);
                if (hasWritten) pass("before commit");
                return answer;
              } finally {
                isInTransaction = false;
              }
            }),
          ),
      });
    },
  });
  const app: TestApp = { ...lab.app, database: { ...lab.app.database, kysely: crashingKysely } };
  const sender = lab.createSender(app, chain);
  return {
    moments,
    hasDied: () => isDead,
    /** Runs one step of the sender. Its end is a moment, too. */
    async step(): Promise<void> {
      try {
        await sender.step();
        pass("after a step");
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    },
  };
}

/** Whether a statement writes nothing. A lock that it takes ends with its transaction. */
function isRead(node: RootOperationNode): boolean {
  if (SelectQueryNode.is(node)) return true;
  if (node.kind !== "RawNode") return false;
  return !/\b(?:insert|update|delete|merge)\b/iu.test(node.sqlFragments.join(" "));
}
