import { expect } from "vitest";
import type { PayoutRow } from "#server/payouts/payoutRow.ts";
import { createCrashing, type CrashingLab } from "./crashingSender.ts";

interface PayingLab extends CrashingLab {
  queue(tgUserId: bigint, grossBase: bigint): Promise<string>;
  addBlock(): Promise<void>;
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

/** More moments than a payout takes. */
const MOST_MOMENTS = 60;

/**
 * Lets the sender die in every state that it can leave behind, each time of others, and another process finish them.
 * @returns how many moments there were to die at
 */
export async function killAtEveryStep(lab: PayingLab, killing: Killing): Promise<number> {
  const { tgUserId, grossBase, feeBase, count = 1, whileDead = () => lab.mine(1) } = killing;
  let died = 0;
  for (let dieAt = 1; dieAt <= MOST_MOMENTS; dieAt += 1) {
    const payoutIds: string[] = [];
    while (payoutIds.length < count) payoutIds.push(await lab.queue(tgUserId, grossBase));
    const arePaid = async () =>
      (await Promise.all(payoutIds.map((payoutId) => lab.readStatus(payoutId)))).every((status) => status === "paid");
    const crashing = createCrashing(lab, dieAt);
    while (!crashing.hasDied() && !(await arePaid())) {
      await crashing.step();
      // The watcher would settle what lands before the sender does.
      await (crashing.hasDied() ? whileDead() : lab.addBlock());
    }
    const survivor = lab.createSender();
    for (let round = 0; round < 10 && !(await arePaid()); round += 1) {
      await survivor.step();
      await lab.mine(1);
    }
    for (const payoutId of payoutIds) {
      expect(await lab.readStatus(payoutId), crashing.moments.join(", ")).toBe("paid");
      expect(await lab.readArrived(payoutId), crashing.moments.join(", ")).toBe(grossBase - feeBase);
    }
    // It outlived the payout: every moment of it has been one to die at.
    if (!crashing.hasDied()) return died;
    died += 1;
  }
  throw new Error("the payout does not end");
}
