import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { writeState } from "#server/db/jobState.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { sendPayouts } from "#server/payouts/sendPayouts.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { ChainPayoutLab } from "#tests/support/chains/chainPayoutLab.ts";
import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { startTonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { startTronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const BEHIND = 8;
const SOON_MS = 40_000;

type StartLab = (database: Database, seed: string) => Promise<ChainPayoutLab>;

describe.each<[string, StartLab]>([
  ["Solana", startSolanaPayoutLab],
  ["Tron", startTronPayoutLab],
  ["TON", startTonPayoutLab],
])("after a failover that lost the newest commits, on %s", (name, startLab) => {
  let database: Database;
  let lab: ChainPayoutLab;
  let person = 700n;

  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startLab(database, `failover ${name}`);
  });
  afterEach(() => makeHonest(lab.lab));
  afterAll(async () => {
    await lab?.stop();
    await database.close();
  });

  /** A replica takes over that never heard of the signature. */
  async function forgetSigning(payoutId: string): Promise<void> {
    await database.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom("payout_attempt").where("payout_id", "=", payoutId).execute();
      await sql`update payout set status = 'queued', tx_hash = null, signed_at = null, position = null
        where payout_id = ${payoutId}`.execute(trx);
    });
    await writeState(database.kysely, `databaseOrigin:${lab.chain.coinType}`, "another origin");
  }

  /** Runs the job until something holds, or for a few of its rounds. */
  async function runJob(isDone: () => Promise<boolean>): Promise<void> {
    const stop = new AbortController();
    const running = sendPayouts(lab.chain.coinType).run(lab.app, stop.signal);
    for (let tries = 0; tries < 40 && !(await isDone()); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    stop.abort();
    await running;
  }

  async function payAndFailOver(): Promise<{ payoutId: string; net: bigint }> {
    person += 1n;
    await lab.deposit(person, 3n * lab.grossBase);
    const payoutId = await lab.queue(person, lab.grossBase);
    await lab.createSender().step();
    await lab.lab.advance(1);
    const net = lab.grossBase - lab.feeBase;
    expect(await lab.readArrived(payoutId)).toBe(net);
    await forgetSigning(payoutId);
    return { payoutId, net };
  }

  /** Books and chain are compared once the sender has followed what the cases before have signed. */
  async function compareBooks(): Promise<void> {
    await lab.mine(6);
    await lab.createSender().step();
    await lab.mine(2);
  }

  const isHeld = async (payoutId: string) => (await lab.readStatus(payoutId)) === "held";
  const listAlarms = async () => (await findAlarms(lab.app, [], 0)).map(({ kind, subject }) => `${kind} ${subject}`);

  it.each([0, 1])(
    "a payout that had left is paid once, although host %i lacks the newest blocks",
    async (late) => {
      const { payoutId, net } = await payAndFailOver();
      lab.lab.endpoints[late]?.setLie({ kind: "behind", blocks: BEHIND });
      await runJob(() => isHeld(payoutId));
      expect(await lab.readStatus(payoutId)).not.toBe("sending");
      lab.lab.endpoints[late]?.setLie(null);
      // First the books are compared at the block that is final now: the payout's own is not.
      await new TestWatcher(lab.app, lab.chain).poll();
      lab.app.clock.advance(11_000);
      await lab.createSender().step();
      expect(await lab.readStatus(payoutId)).not.toBe("sending");
      await compareBooks();
      expect(await isMoneyMissing(database.kysely, lab.chain.coinType)).toBe(true);
      await lab.createSender().step();
      expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
      expect(await lab.readArrived(payoutId)).toBe(net);
      // For the next case: the money is back.
      lab.adjustTreasury(2n * lab.grossBase);
      await lab.mine(8);
    },
    SOON_MS,
  );

  it(
    "nothing is signed while a host names blocks that the chain cannot have, and an alarm says so",
    async () => {
      person += 1n;
      await lab.deposit(person, 3n * lab.grossBase);
      const payoutId = await lab.queue(person, lab.grossBase);
      await writeState(database.kysely, `databaseOrigin:${lab.chain.coinType}`, "a third origin");
      const [liar] = lab.lab.endpoints;
      liar.setLie({ kind: "farAhead" });
      await runJob(async () => (await listAlarms()).length > 0);
      expect(await listAlarms()).toContain(`endpointsDisagree ${lab.chain.coinType}:head`);
      expect(await lab.readStatus(payoutId)).toBe("queued");
      liar.setLie(null);
      await runJob(() => isHeld(payoutId));
      expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
      // Nothing had left: once books and chain are compared beyond that head, it is paid.
      await compareBooks();
      expect(await listAlarms()).toEqual([]);
      lab.app.clock.advance(11_000);
      await lab.finish(lab.createSender(), [payoutId]);
      expect(await lab.readStatus(payoutId)).toBe("paid");
    },
    SOON_MS,
  );
});
