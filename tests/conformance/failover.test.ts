import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeState } from "#server/db/jobState.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { sendPayouts } from "#server/payouts/sendPayouts.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { type ChainLab, makeHonest } from "#tests/support/chains/chainLab.ts";
import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { startTonLab } from "#tests/support/chains/tonLab.ts";
import { startTronLab } from "#tests/support/chains/tronLab.ts";
import type { TestClock } from "#tests/support/testClock.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const BEHIND = 8;
const SOON_MS = 40_000;

type StartLab = (clock: TestClock) => Promise<ChainLab>;

describe.each<[string, StartLab]>([
  ["Solana", startSolanaLab],
  ["Tron", startTronLab],
  ["TON", startTonLab],
])("after a failover that lost the newest commits, on %s", (name, startLab) => {
  let desk: ChainDesk;

  beforeAll(async () => {
    desk = await ChainDesk.open(`failover ${name}`, startLab);
  });
  beforeEach(async () => {
    await desk.begin();
    await desk.fill(3n * desk.lab.grossBase);
  });
  afterEach(() => makeHonest(desk.lab));
  afterAll(() => desk?.stop());

  /** A replica takes over that never heard of the signature. */
  async function forgetSigning(payoutId: string): Promise<void> {
    await desk.database.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom("payout_attempt").where("payout_id", "=", payoutId).execute();
      await sql`update payout set status = 'queued', tx_hash = null, signed_at = null, position = null
        where payout_id = ${payoutId}`.execute(trx);
    });
    await writeState(desk.database.kysely, `databaseOrigin:${desk.chain.coinType}`, "another origin");
  }

  /** Runs the job until something holds, or for a few of its rounds. */
  async function runJob(isDone: () => Promise<boolean>): Promise<void> {
    const stop = new AbortController();
    const running = sendPayouts(desk.chain.coinType).run(desk.app, stop.signal);
    for (let tries = 0; tries < 40 && !(await isDone()); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    stop.abort();
    await running;
  }

  async function payAndFailOver(): Promise<string> {
    const payoutId = await desk.queue();
    await desk.sender.step();
    await desk.lab.advance(1);
    await expectArrived(payoutId);
    await forgetSigning(payoutId);
    return payoutId;
  }
  async function expectArrived(payoutId: string): Promise<void> {
    expect(await desk.readArrived(payoutId)).toBe(desk.lab.grossBase - desk.lab.feeBase);
  }

  /** Books and chain are compared once the sender has followed what the cases before have signed. */
  async function compareBooks(): Promise<void> {
    await desk.advance(6);
    await desk.sender.step();
    await desk.advance(2);
  }

  const isHeld = async (payoutId: string) => (await desk.readPayoutStatus(payoutId)) === "held";
  const listAlarms = async () => (await findAlarms(desk.app, [], 0)).map(({ kind, subject }) => `${kind} ${subject}`);

  it.each([0, 1])(
    "a payout that had left is paid once, although host %i lacks the newest blocks",
    async (late) => {
      const payoutId = await payAndFailOver();
      desk.lab.endpoints[late]?.setLie({ kind: "behind", blocks: BEHIND });
      await runJob(() => isHeld(payoutId));
      expect(await desk.readPayoutStatus(payoutId)).not.toBe("sending");
      desk.lab.endpoints[late]?.setLie(null);
      // First the books are compared at the block that is final now: the payout's own is not.
      await new TestWatcher(desk.app, desk.chain).poll();
      desk.app.clock.advance(11_000);
      await desk.sender.step();
      expect(await desk.readPayoutStatus(payoutId)).not.toBe("sending");
      await compareBooks();
      expect(await isMoneyMissing(desk.database.kysely, desk.chain.coinType)).toBe(true);
      await desk.sender.step();
      expect(await desk.readPayout(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
      await expectArrived(payoutId);
      // For the next case: the money is back.
      await desk.lab.adjustTreasury(2n * desk.lab.grossBase);
      await desk.advance(8);
    },
    SOON_MS,
  );

  it(
    "nothing is signed while a host names blocks that the chain cannot have, and an alarm says so",
    async () => {
      const payoutId = await desk.queue();
      await writeState(desk.database.kysely, `databaseOrigin:${desk.chain.coinType}`, "a third origin");
      const [liar] = desk.lab.endpoints;
      liar.setLie({ kind: "farAhead" });
      await runJob(async () => (await listAlarms()).length > 0);
      expect(await listAlarms()).toContain(`endpointsDisagree ${desk.chain.coinType}:head`);
      expect(await desk.readPayoutStatus(payoutId)).toBe("queued");
      liar.setLie(null);
      await runJob(() => isHeld(payoutId));
      expect(await desk.readPayout(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
      // Nothing had left: once books and chain are compared beyond that head, it is paid.
      await compareBooks();
      expect(await listAlarms()).toEqual([]);
      desk.app.clock.advance(11_000);
      await desk.finish(payoutId);
      expect(await desk.readPayoutStatus(payoutId)).toBe("paid");
    },
    SOON_MS,
  );
});
