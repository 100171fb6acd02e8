import { checkSecurityCode } from "#server/accounts/checkSecurityCode.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";

/** Unbinds a wallet of the caller, with the security code if one is set. A repeat finds nothing to unbind. */
export const unbindWallet: Handler<"unbindWallet"> = async (call, app) => {
  await checkSecurityCode(app, call.user.tgUserId, call.body.securityCode);
  const unbound = await app.database.kysely
    .updateTable("wallet")
    .set({ unbound_at: app.clock.now() })
    .where("wallet_id", "=", call.body.walletId)
    .where("tg_user_id", "=", call.user.tgUserId)
    .where("unbound_at", "is", null)
    .returning("wallet_id")
    .execute();
  if (unbound.length === 0) throw new ApiError("notFound");
  return null;
};
