import type { Selectable } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Transfer } from "#server/chains/ethereum/ethereumChain.ts";
import type { Schema } from "#server/db/schema.ts";

export type TransferRow = Selectable<Schema["chain_transfer"]>;

type TransferReading = Pick<
  TransferRow,
  "from_address" | "from_address_key" | "amount_base" | "block_number" | "block_hash" | "block_time"
>;

/** The columns of `chain_transfer` that a reading of the chain decides. */
export function toReading(transfer: Transfer): TransferReading {
  return {
    from_address: transfer.from,
    from_address_key: toAddressKey("ETH", transfer.from),
    amount_base: transfer.amountBase,
    block_number: BigInt(transfer.blockNumber),
    block_hash: transfer.blockHash,
    block_time: transfer.blockTime,
  };
}

export function isSameReading(left: TransferReading, right: TransferReading): boolean {
  return (
    left.from_address_key === right.from_address_key &&
    left.amount_base === right.amount_base &&
    left.block_number === right.block_number &&
    left.block_hash === right.block_hash &&
    left.block_time.getTime() === right.block_time.getTime()
  );
}
