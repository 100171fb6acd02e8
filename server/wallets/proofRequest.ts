import { coinOfWallet } from "#domain/coinOfWallet.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { hasProvenAnother } from "#server/deposits/payer.ts";
import { readProvingCode } from "#server/orders/orderCaller.ts";
import { readOwners } from "#server/orders/readOwners.ts";

/** Which wallet the page of a proving payment code asks for, and for whose account. */
export const proofRequest: Handler<"proofRequest"> = async (call, app) => {
  const { tgUserId, proveType: type, expiresAt } = await readProvingCode(call, app);
  const network = app.chains[coinOfWallet(type)]?.chain?.network ?? null;
  const [owners, wallet] = await Promise.all([
    readOwners(app, [tgUserId]),
    app.database.kysely
      .selectFrom("wallet")
      .select(["address", "address_key", "proven_at"])
      .where("tg_user_id", "=", tgUserId)
      .where("type", "=", type)
      .where("unbound_at", "is", null)
      .executeTakeFirst(),
  ]);
  const owner = owners.get(tgUserId);
  if (owner === undefined) throw new ApiError("paymentCodeInvalid");
  return {
    type,
    network: network === null ? null : { ...network },
    owner,
    address: wallet?.address ?? null,
    proven: (wallet?.proven_at ?? null) !== null,
    proofBlocksSpending: await hasProvenAnother(app.database.kysely, {
      tgUserId,
      type,
      addressKey: wallet?.address_key ?? null,
    }),
    expiresAt: expiresAt.toISOString(),
  };
};
