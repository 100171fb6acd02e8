import { authenticateBearer } from "../accounts/authenticateBearer.ts";
import type { App } from "../app.ts";
import { countAttempt } from "../limits/countAttempt.ts";
import { LIMITS } from "../limits/limit.ts";
import { readLock } from "../limits/readLock.ts";
import { refuseLocked } from "../limits/refuseLocked.ts";
import { ofIp } from "../limits/scope.ts";
import { authenticatePaymentCode } from "#server/calls/authenticatePaymentCode.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Authority } from "./authenticate.ts";

/** Authenticates bearers and payment codes against the database. */
export function createAuthority(app: App): Authority {
  return {
    async findSession(token) {
      const user = await authenticateBearer(app, token);
      if (user === "missing") throw new ApiError("unauthorized");
      if (user === "revoked") throw new ApiError("sessionRevoked");
      return user;
    },
    async findPaymentCode(code, ip) {
      const at = app.clock.now();
      const wrongTries = ofIp(LIMITS.wrongPaymentCodesOfIp, ip);
      const lockedUntil = await readLock(app.database, wrongTries, at);
      // This also refuses a right code: otherwise guessing would continue.
      if (lockedUntil !== null) throw refuseLocked(lockedUntil, at);
      const holder = await authenticatePaymentCode(app, code);
      if (holder === "unknown") await countAttempt(app.database, wrongTries, at);
      if (holder === "unknown" || holder === "ended") throw new ApiError("paymentCodeInvalid");
      return holder;
    },
  };
}
