import { authenticateBearer } from "#server/accounts/sessions.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { findSecretCode } from "#server/limits/attempts.ts";
import { authenticatePaymentCode } from "#server/orders/orderCaller.ts";
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
      const holder = await findSecretCode(app, ip, () => authenticatePaymentCode(app, code));
      if (holder === "ended") throw new ApiError("paymentCodeInvalid");
      return holder;
    },
  };
}
