import type { Selectable } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { Schema } from "#server/db/schema.ts";

type WalletRow = Pick<Selectable<Schema["wallet"]>, "wallet_id" | "type" | "address" | "proven_at">;

export function toWireWallet(row: WalletRow): components["schemas"]["Wallet"] {
  return { walletId: row.wallet_id, type: row.type, address: row.address, proven: row.proven_at !== null };
}
