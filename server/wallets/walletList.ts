import type { Selectable } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { WALLET_TYPES } from "#domain/coins.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Schema } from "#server/db/schema.ts";
import { listOpenTypes } from "./listOpenTypes.ts";

type WalletRow = Pick<Selectable<Schema["wallet"]>, "wallet_id" | "type" | "address" | "proven_at">;

export function toWireWallet(row: WalletRow): components["schemas"]["Wallet"] {
  return { walletId: row.wallet_id, type: row.type, address: row.address, proven: row.proven_at !== null };
}

/** The caller's bound wallets in the order of WALLET_TYPES; a user has at most one of each. */
export const walletList: Handler<"walletList"> = async (call, app) => {
  const { cursor, limit } = call.query;
  const known = await app.database.kysely
    .selectFrom("wallet")
    .selectAll()
    .where("tg_user_id", "=", call.user.tgUserId)
    .where((where) => where.or([where("unbound_at", "is", null), where("proven_at", "is not", null)]))
    .execute();
  const bound = known.filter((row) => row.unbound_at === null);
  const wallets = WALLET_TYPES.flatMap((type) => bound.filter((row) => row.type === type)).map(toWireWallet);
  const start = cursor === undefined ? 0 : wallets.findIndex((wallet) => wallet.walletId === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ApiError("invalidRequest");
  const page = wallets.slice(start, start + limit);
  return {
    items: page,
    total: wallets.length,
    openTypes: await listOpenTypes(app.database.kysely, app, call.user.tgUserId),
    blockingTypes: WALLET_TYPES.filter((type) => {
      const address = bound.find((row) => row.type === type)?.address_key;
      return known.some((row) => row.type === type && row.proven_at !== null && row.address_key !== address);
    }),
    nextCursor: start + limit < wallets.length ? (page.at(-1)?.walletId ?? null) : null,
  };
};
