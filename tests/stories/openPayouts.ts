import { expect } from "vitest";
import type { Shape } from "#tests/model/endpoints.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { openStories } from "./openStories.ts";

/** Blocks: longer than a transaction that ends by time can land. */
export const LIFE = 12;
/** A payout that the network lost is sent again after this. */
const AGAIN_MINUTES = 1;

export interface Queued {
  id: string;
  to: string;
}

/** What every story of payouts tells with. */
export function openPayouts(shape: Shape) {
  const story = openStories(shape);
  const readArrived = ({ to }: Queued) => story.world.chain.readHolding(to);

  /** Somebody with so much in the balance, when the limits have room again. */
  const meetRich = async (amount: number): Promise<bigint> => {
    const person = await story.meet();
    await story.fill(person, amount);
    story.world.pass(24 * 60);
    await story.mine(4);
    return person;
  };
  const queue = async (person: bigint, amount: number): Promise<Queued> => {
    // The order of their age.
    story.world.clock.advance(1);
    return story.withdraw(person, amount);
  };
  const queueAll = async (person: bigint, ...amounts: number[]): Promise<Queued[]> => {
    const queued: Queued[] = [];
    for (const amount of amounts) queued.push(await queue(person, amount));
    return queued;
  };
  /** Lets enough blocks and time pass for every payout to be sent, mined and final. */
  const finish = async (): Promise<void> => {
    await story.mine(3);
    story.world.pass(AGAIN_MINUTES);
    await story.mine(6);
  };
  const expectPaidOnce = async (payouts: readonly Queued[], amount = 1): Promise<void> => {
    for (const payout of payouts) {
      expect(await story.readPayout(payout)).toBe("paid");
      expect(readArrived(payout)).toBe(story.units(amount) - FEE_BASE);
    }
  };
  return { story, readArrived, meetRich, queue, queueAll, finish, expectPaidOnce };
}
