import { ApiError } from "#server/calls/apiError.ts";

/** The refusal of an attempt in a scope that is locked until the given time. */
export function refuseLocked(until: Date, at: Date): ApiError {
  const waitMs = until.getTime() - at.getTime();
  return new ApiError("tooManyTries", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}
