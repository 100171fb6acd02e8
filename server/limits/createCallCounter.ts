import type { App } from "#server/app.ts";
import { allowAttempt } from "./attempts.ts";
import { CALLS_PER_STEP, LIMITS, ofUser } from "./limits.ts";

/**
 * Counts every call of a person, and throws tooManyTries above the limit of all calls. A process counts in memory and
 * writes one row per `CALLS_PER_STEP` calls within a minute, so people at an ordinary pace cause no writes.
 */
export function createCallCounter(app: Pick<App, "database" | "clock">): (tgUserId: bigint) => Promise<void> {
  const windowMs = LIMITS.callStepsOfUser.windowS * 1000;
  const calls = new Map<bigint, number>();
  let windowNumber = 0;

  return async (tgUserId) => {
    const now = Math.floor(app.clock.now().getTime() / windowMs);
    if (now !== windowNumber) {
      windowNumber = now;
      calls.clear();
    }
    const count = (calls.get(tgUserId) ?? 0) + 1;
    calls.set(tgUserId, count % CALLS_PER_STEP);
    if (count < CALLS_PER_STEP) return;
    try {
      await allowAttempt(app, ofUser(LIMITS.callStepsOfUser, tgUserId));
    } catch (error) {
      // The next call checks again.
      calls.set(tgUserId, CALLS_PER_STEP - 1);
      throw error;
    }
  };
}
