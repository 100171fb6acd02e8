import { authenticateBearer } from "../accounts/authenticateBearer.ts";
import type { App } from "../app.ts";
import { authenticatePaymentCode } from "../orders/authenticatePaymentCode.ts";
import { ApiError } from "./apiError.ts";
import type { Authority } from "./authenticate.ts";

/** Recognises bearers and payment codes by the database. */
export function createAuthority(app: App): Authority {
  return {
    async findSession(token) {
      const user = await authenticateBearer(app, token);
      if (user === "missing") throw new ApiError("unauthorized");
      if (user === "revoked") throw new ApiError("sessionRevoked");
      return user;
    },
    async findPaymentCodeOwner(code) {
      const holder = await authenticatePaymentCode(app, code);
      if (holder === null) throw new ApiError("paymentCodeInvalid");
      return { tgUserId: holder.tgUserId };
    },
  };
}
