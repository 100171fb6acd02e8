import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";

/**
 * The time by which a call decides what cannot be undone. Throws serviceUnavailable while the clock is off: what is too
 * early, blocked or over would be decided by a wrong clock alone.
 */
export async function requireTrustedTime({ clockGuard }: Pick<App, "clockGuard">): Promise<Date> {
  const now = await clockGuard.readTrustedTime();
  if (now === null) throw new ApiError("serviceUnavailable");
  return now;
}
