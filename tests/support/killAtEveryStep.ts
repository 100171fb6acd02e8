import { expect } from "vitest";
import type { PayoutRow } from "#server/payouts/payoutRow.ts";
import { Crash, createCrashing, type CrashingLab } from "./crashingSender.ts";

interface PayingLab extends CrashingLab {
  queue(tgUserId: bigint, grossBase: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  readStatus(payoutId: string): Promise<PayoutRow["status"]>;
  readArrived(payoutId: string): Promise<bigint>;
}

export interface Killing {
  /** Each step of a payout is killed in a payout of its own: the balance of this person covers all of them. */
  tgUserId: bigint;
  grossBase: bigint;
  feeBase: bigint;
  /** Payouts that wait at the same time; 1 where it is left out. */
  count?: number;
  /** What happens between the death and the next process; a block, where nothing is said. */
  whileDead?: (() => Promise<void>) | undefined;
}

/** More operations than a payout takes. */
const MOST_OPERATIONS = 120;

/**
 * Lets the sender die at every operation of payouts, each time of others, and another process finish them.
 * @returns how many places there were to die at
 */
export async function killAtEveryStep(lab: PayingLab, killing: Killing): Promise<number> {
  const { tgUserId, grossBase, feeBase, count = 1, whileDead = () => lab.mine(1) } = killing;
  const places = new Set<string>();
  for (let dieAt = 1; dieAt <= MOST_OPERATIONS; dieAt += 1) {
    const payoutIds: string[] = [];
    while (payoutIds.length < count) payoutIds.push(await lab.queue(tgUserId, grossBase));
    const arePaid = async () =>
      (await Promise.all(payoutIds.map((payoutId) => lab.readStatus(payoutId)))).every((status) => status === "paid");
    const crashing = createCrashing(lab, dieAt);
    for (let round = 0; round < 6 && !crashing.hasDied(); round += 1) {
      await crashing.sender.step().catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await (crashing.hasDied() ? whileDead() : lab.mine(1));
    }
    if (crashing.hasDied()) places.add(`${dieAt} ${crashing.operations.at(-1)}`);
    const survivor = lab.createSender();
    for (let round = 0; round < 10 && !(await arePaid()); round += 1) {
      await survivor.step();
      await lab.mine(1);
    }
    for (const payoutId of payoutIds) {
      expect(await lab.readStatus(payoutId), crashing.operations.at(-1)).toBe("paid");
      expect(await lab.readArrived(payoutId), crashing.operations.at(-1)).toBe(grossBase - feeBase);
    }
    // It outlived the payout: every operation of it has been a place to die at.
    if (!crashing.hasDied()) break;
  }
  return places.size;
}
