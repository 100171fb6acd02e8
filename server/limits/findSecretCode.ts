import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { countAttempt } from "./countAttempt.ts";
import { LIMITS } from "./limit.ts";
import { readLock } from "./readLock.ts";
import { refuseLocked } from "./refuseLocked.ts";
import { ofIp } from "./scope.ts";

/**
 * Looks a payment or handoff code up. Rejects with paymentCodeInvalid for an unknown one, or with tooManyTries after
 * too many of them from one address.
 */
export async function findSecretCode<Found>(
  app: Pick<App, "database" | "clock">,
  ip: string,
  find: () => Promise<Found | "unknown">,
): Promise<Found> {
  const at = app.clock.now();
  const wrongTries = ofIp(LIMITS.wrongPaymentCodesOfIp, ip);
  const lockedUntil = await readLock(app.database, wrongTries, at);
  // This also refuses a right code: otherwise guessing would continue.
  if (lockedUntil !== null) throw refuseLocked(lockedUntil, at);
  const found = await find();
  if (found !== "unknown") return found;
  await countAttempt(app.database, wrongTries, at);
  throw new ApiError("paymentCodeInvalid");
}
