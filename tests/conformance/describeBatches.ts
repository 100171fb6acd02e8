import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import type { ExpiryRoute } from "#server/chains/payoutRoute.ts";
import type { Database } from "#server/db/database.ts";
import type { AttemptRow } from "#server/payouts/payoutRow.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";

const FULL_TIMEOUT_MS = 60_000;

/** What a case of a chain's own works with. */
export interface BatchScene {
  readonly lab: TonPayoutLab;
  readonly queueAll: (...receivers: readonly (string | undefined)[]) => Promise<string[]>;
  readonly step: () => Promise<void>;
  readonly finish: (payoutIds: readonly string[]) => Promise<void>;
  /** Their transactions, by the payout and the attempt. */
  readonly readAttempts: (payoutIds: readonly string[]) => Promise<AttemptRow[]>;
  readonly readStatuses: (payoutIds: readonly string[]) => Promise<string[]>;
  /** Another process on the same chain, of which some calls are changed. */
  readonly createOther: (changed: Partial<ExpiryRoute>) => PayoutSender;
  /** What the owner of all payouts has in the balance. */
  readonly readBalance: () => Promise<bigint>;
}

interface BatchWallet {
  /** Whether only what depends on the wallet's code is played; the other cases are played by another wallet. */
  isSecondWallet?: boolean;
  startLab: (database: Database, seed: string) => Promise<TonPayoutLab>;
  /** Payouts that one transaction takes. */
  maxBatchSize: number;
}

/**
 * Every case of several payouts by one transaction, by one wallet.
 * @param describeOwn adds the cases that only this wallet plays
 */
export function describeBatches(
  name: string,
  { startLab, maxBatchSize, isSecondWallet = false }: BatchWallet,
  describeOwn: (getScene: () => BatchScene) => void = () => undefined,
): void {
  describe(`several payouts by one transaction on ${name}`, () => {
    let database: Database;
    let lab: TonPayoutLab;
    let sender: PayoutSender;
    let route: ExpiryRoute;
    let anna = 500n;
    let gross = 0n;
    let net = 0n;
    let heldBefore = 0n;

    beforeAll(async () => {
      database = await openTestDatabase();
      lab = await startLab(database, `batches on ${name}`);
      route = requireExpiryRoute(lab.chain);
      gross = lab.grossBase / 10n;
      net = gross - lab.feeBase;
    });
    beforeEach(async () => {
      anna += 1n;
      sender = lab.createSender();
      await lab.deposit(anna, gross * BigInt(maxBatchSize + 4));
      heldBefore = lab.readTreasury() + (await readSpent());
      lab.logged.length = 0;
    });
    afterEach(async () => {
      makeHonest(lab.lab);
      await lab.catchUp();
      expect(await findBreaches(database)).toEqual([]);
      // What the payouts say they took, and nothing else, has left the treasury.
      expect(lab.readTreasury()).toBe(heldBefore - (await readSpent()));
    });
    afterAll(async () => {
      await lab.stop();
      await database.close();
    });

    const step = () => sender.step();

    async function readSpent(): Promise<bigint> {
      const rows = await database.kysely.selectFrom("payout").select("spent_base").execute();
      return rows.reduce((sum, row) => sum + (row.spent_base ?? 0n), 0n);
    }
    /** One payout of the usual size for each receiver; undefined stands for a wallet that is not on the chain. */
    async function queueAll(...receivers: readonly (string | undefined)[]): Promise<string[]> {
      const payoutIds: string[] = [];
      for (const receiver of receivers) {
        payoutIds.push(await lab.queue(anna, gross, receiver));
        // The order of their age.
        lab.app.clock.advance(1);
      }
      return payoutIds;
    }
    const readAttempts = (payoutIds: readonly string[]) => lab.readAttempts(payoutIds);
    const readStatuses = (payoutIds: readonly string[]) =>
      Promise.all(payoutIds.map((payoutId) => lab.readStatus(payoutId)));
    const finish = (payoutIds: readonly string[]) => lab.finish(sender, payoutIds);
    const readBalance = () => lab.readBalance(anna);
    async function expectPaidOnce(payoutIds: readonly string[]): Promise<void> {
      for (const payoutId of payoutIds) {
        expect(await lab.readStatus(payoutId)).toBe("paid");
        expect(await lab.readArrived(payoutId)).toBe(net);
      }
    }
    async function expectOneTransaction(payoutIds: readonly string[]): Promise<string> {
      const attempts = await readAttempts(payoutIds);
      expect(attempts.map(({ part }) => part)).toEqual(payoutIds.map((_, place) => place));
      const txHashes = new Set(attempts.map(({ tx_hash: txHash }) => txHash));
      expect(txHashes.size).toBe(1);
      return [...txHashes].join("");
    }
    function createOther(changed: Partial<ExpiryRoute>): PayoutSender {
      const chain: Chain = { ...lab.chain, payouts: { ...route, ...changed } };
      return lab.createSender(lab.app, chain);
    }

    it(
      "pays as many people as a transaction takes, and tells the nodes once",
      { timeout: FULL_TIMEOUT_MS },
      async () => {
        const payoutIds = await queueAll(...Array.from({ length: maxBatchSize + 1 }, () => undefined));
        const told: Uint8Array[] = [];
        sender = createOther({
          async broadcast(raw) {
            told.push(raw);
            await route.broadcast(raw);
          },
        });
        await step();
        const first = payoutIds.slice(0, maxBatchSize);
        const txHash = await expectOneTransaction(first);
        const isAlone = (await readAttempts(payoutIds.slice(maxBatchSize))).every((other) => other.tx_hash !== txHash);
        expect(isAlone).toBe(true);
        await step();
        expect(told).toHaveLength(new Set((await readAttempts(payoutIds)).map((attempt) => attempt.tx_hash)).size);
        await finish(payoutIds);
        await expectPaidOnce(payoutIds);
        const spent = (await Promise.all(first.map((payoutId) => lab.read(payoutId)))).map(
          (payout) => payout.spent_base,
        );
        const [firstFee = 0n, ...fees] = spent.map((base) => (base ?? 0n) - net);
        expect(new Set(fees).size).toBe(1);
        expect(firstFee - (fees[0] ?? 0n)).toBeGreaterThanOrEqual(0n);
        expect(firstFee - (fees[0] ?? 0n)).toBeLessThan(BigInt(maxBatchSize));
        expect(lab.logged).toEqual([]);
      },
    );

    it.skipIf(isSecondWallet)("settles two equal payouts to one wallet, each once", async () => {
      const [first] = await queueAll(undefined);
      if (first === undefined) throw new Error("nothing is queued");
      const { to_address: receiver } = await lab.read(first);
      const payoutIds = [first, ...(await queueAll(receiver, undefined))];
      await step();
      await expectOneTransaction(payoutIds);
      await finish(payoutIds);
      expect(await readStatuses(payoutIds)).toEqual(["paid", "paid", "paid"]);
      expect(await lab.readArrived(first)).toBe(2n * net);
      await lab.mine(3);
      expect(lab.logged).toEqual([]);
    });

    it("signs what expired anew, and pays nobody twice", async () => {
      const payoutIds = await queueAll(undefined, undefined, undefined);
      await step();
      const before = await expectOneTransaction(payoutIds);
      await lab.forget();
      await lab.expire();
      await finish(payoutIds);
      const attempts = await readAttempts(payoutIds);
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2, 1, 2]);
      for (const { attempt, tx_hash: txHash, lost_at: lostAt } of attempts) {
        expect(txHash === before).toBe(attempt === 1);
        expect(lostAt === null).toBe(attempt === 2);
      }
      expect(new Set(attempts.map(({ tx_hash: txHash }) => txHash)).size).toBe(2);
      const [raw] = await database.kysely
        .selectFrom("payout_attempt")
        .select("raw")
        .where("tx_hash", "=", before)
        .execute();
      await route.broadcast(raw?.raw ?? new Uint8Array());
      await lab.mine(3);
      await expectPaidOnce(payoutIds);
    });

    describeOwn(() => ({ lab, queueAll, step, finish, readAttempts, readStatuses, createOther, readBalance }));
  });
}
