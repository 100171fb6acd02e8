import type { Selectable } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { ChainTransfer } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";

export type TransferRow = Selectable<Schema["chain_transfer"]>;

type TransferReading = Pick<
  TransferRow,
  | "from_address"
  | "from_address_key"
  | "amount_base"
  | "reference"
  | "position"
  | "block_ref"
  | "block_time"
  | "reported_as"
>;

/** The columns of `chain_transfer` that a reading of the chain sets. */
export function toReading(coinType: CoinType, transfer: ChainTransfer): TransferReading {
  return {
    from_address: transfer.from,
    from_address_key: toAddressKey(COINS[coinType].walletType, transfer.from),
    amount_base: transfer.amountBase,
    reference: transfer.reference,
    position: transfer.position,
    block_ref: transfer.ref,
    block_time: transfer.time,
    reported_as: transfer.reportedAs ?? null,
  };
}
