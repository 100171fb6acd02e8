import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";

export interface ProvenWallet {
  address: string;
  addressKey: string;
}

/** The wallet that a person's money of a coin may go to. Throws walletNotBound and walletNotProven. */
export async function findProvenWallet(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinType: CoinType,
): Promise<ProvenWallet> {
  const wallet = await database
    .selectFrom("wallet")
    .select(["address", "address_key", "proven_at"])
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if (wallet === undefined) throw new ApiError("walletNotBound");
  if (wallet.proven_at === null) throw new ApiError("walletNotProven");
  return { address: wallet.address, addressKey: wallet.address_key };
}
