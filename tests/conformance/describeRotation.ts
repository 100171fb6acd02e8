import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { bookOutgoing } from "#server/operator/bookOutgoing.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import type { RotatingLab } from "#tests/support/chains/chainLab.ts";
import type { ChainPayoutLab } from "#tests/support/chains/chainPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";

const ANNA = 70n;
/** Longer than what is signed waits until it is sent again, and than what is held waits until it is looked at again. */
const AGAIN_MS = 21_000;

/** A treasury's key is replaced while the former address still pays and is paid: the same for every chain. */
export function describeRotation<Lab extends RotatingLab>(
  name: string,
  startLab: (database: Database, seed: string) => Promise<ChainPayoutLab<Lab>>,
): void {
  describe(`another treasury on ${name}`, () => {
    let database: Database;
    let lab: ChainPayoutLab<Lab>;
    let chain: Chain;
    let watcher: TestWatcher;
    let sender: PayoutSender;
    /** Signed by the former key. */
    let signedBefore: string;

    beforeAll(async () => {
      database = await openTestDatabase();
      lab = await startLab(database, `${name} rotation`);
      await lab.deposit(ANNA, 10n * lab.grossBase);
      signedBefore = await lab.queue(ANNA, lab.grossBase);
      await lab.createSender().step();
      await lab.forget();
      chain = await lab.lab.connectSuccessor();
      lab.app.chains = linkChain(chain);
      watcher = new TestWatcher(lab.app, chain);
      sender = lab.createSender(lab.app, chain);
    });
    afterAll(async () => {
      await lab.stop();
      await database.close();
    });

    async function mine(blocks: number): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        await lab.lab.advance(1);
        await watcher.poll();
      }
    }

    async function finish(payoutId: string): Promise<void> {
      for (let round = 0; round < 8 && (await lab.read(payoutId)).settled_at === null; round += 1) {
        lab.app.clock.advance(AGAIN_MS);
        await sender.step();
        await mine(1);
      }
      expect(await lab.readStatus(payoutId)).toBe("paid");
      expect(await lab.readArrived(payoutId)).toBe(lab.grossBase - lab.feeBase);
    }

    it("leaves what the former key signed to land, and signs it under no other", async () => {
      await finish(signedBefore);
      const attempts = await database.kysely.selectFrom("payout_attempt").select("sender_key").execute();
      expect(attempts).toEqual([{ sender_key: lab.chain.payouts?.senderKey }]);
    });

    it("credits what still arrives at the former address, and takes neither address for a wallet", async () => {
      const before = await readBalance(database.kysely, ANNA, chain.coinType);
      const wallet = await lab.lab.createWallet();
      await database.kysely
        .updateTable("wallet")
        .set({ address: wallet.address, address_key: chain.parsePayer(wallet.address)?.addressKey ?? "" })
        .where("tg_user_id", "=", ANNA)
        .execute();
      await wallet.pay({ amountBase: lab.grossBase });
      await mine(5);
      expect(await readBalance(database.kysely, ANNA, chain.coinType)).toBe(before + lab.grossBase);
      for (const own of [chain.treasuryAddress, lab.chain.treasuryAddress]) expect(chain.parsePayer(own)).toBeNull();
    });

    it("pays once the rest is moved to it, and the books count both", async () => {
      const txHash = await moveRest();
      await mine(4);
      await bookFee(txHash);
      const payoutId = await lab.queue(ANNA, lab.grossBase);
      await finish(payoutId);
      await mine(4);
      const attempts = await database.kysely.selectFrom("payout_attempt").select("sender_key").execute();
      expect(attempts).toContainEqual({ sender_key: chain.payouts?.senderKey });
      const compared = await readComparison(database.kysely, chain.coinType);
      expect(compared?.heldBase).toBeGreaterThan(8n * lab.grossBase);
      expect(await findBreaches(database)).toEqual([]);
    });

    /** Leaves little at the former address. */
    async function moveRest(): Promise<string> {
      const route = requireExpiryRoute(lab.chain);
      const terms = { to: chain.treasuryAddress, amountBase: lab.readTreasury() - lab.grossBase / 20n };
      const prepared = await route.prepare([terms]);
      const parts = [{ terms, maxFeeBase: lab.feeBase }];
      const signed = await prepared.sign(parts);
      if (signed === null) throw new Error("the former key signs");
      await route.broadcast(signed.raw);
      return signed.txHash;
    }

    /** Nothing has left the treasuries but the fee, where there is one. */
    async function bookFee(txHash: string): Promise<void> {
      const reading = await chain.readOutgoing(txHash);
      if (reading?.kind !== "agreed") throw new Error("both endpoints have it");
      expect(reading.transaction).toMatchObject({ amountBase: 0n });
      if (reading.transaction?.feeBase === 0n) return;
      const decision = { operator: "ann", reason: "the key is rotated", isDryRun: false };
      await bookOutgoing(lab.app, chain, { ...decision, coinType: chain.coinType, txHash, against: "unmatched" });
    }
  });
}
