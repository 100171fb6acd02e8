import { checkSecurityCode } from "#server/accounts/securityCode.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { stopAutoPayouts } from "#server/accounts/stopAutoPayouts.ts";
import { coinOfWallet } from "#domain/coinOfWallet.ts";

/** Unbinds a wallet of the caller, with the security code if one is set. A repeat finds nothing to unbind. */
export const unbindWallet: Handler<"unbindWallet"> = async (call, app) => {
  await checkSecurityCode(app, call.user.tgUserId, call.body.securityCode);
  const { tgUserId } = call.user;
  await app.database.kysely.transaction().execute(async (trx) => {
    const unbound = await trx
      .updateTable("wallet")
      .set({ unbound_at: app.clock.now() })
      .where("wallet_id", "=", call.body.walletId)
      .where("tg_user_id", "=", tgUserId)
      .where("unbound_at", "is", null)
      .returning("type")
      .executeTakeFirst();
    if (unbound === undefined) throw new ApiError("notFound");
    await stopAutoPayouts(trx, tgUserId, coinOfWallet(unbound.type));
  });
  return null;
};
