import { createHash } from "node:crypto";
import type { Included, TronAccount, TronBlock, TronChain } from "./tronChain.ts";
import { createPermissions } from "./tronPermissions.ts";
import type { TronPermission } from "./tronPermissions.ts";

declare global {
  interface JSON {
    /** Node writes the text into the JSON as it is. */
    rawJSON(text: string): unknown;
  }
}

const VERSION = 31;
/** The producer of every block. */
const WITNESS = `41${"9".repeat(40)}`;

export function formatBlock(chain: TronChain, block: TronBlock, hasDetail = true): Record<string, unknown> {
  const { number, id, parentId, timeMs, txIds } = block;
  const transactions = txIds.flatMap((txId) => chain.findTransaction(txId) ?? []);
  return {
    blockID: id,
    block_header: {
      raw_data: {
        // The API leaves zeros out.
        ...(number === 0 ? {} : { number }),
        txTrieRoot: createHash("sha256").update(txIds.join(" ")).digest("hex"),
        witness_address: WITNESS,
        parentHash: parentId,
        version: VERSION,
        timestamp: timeMs,
      },
      witness_signature: createHash("sha512").update(id).digest("hex") + "00",
    },
    ...(hasDetail && transactions.length > 0 ? { transactions: transactions.map(formatTransaction) } : {}),
  };
}

export function formatTransaction({ transaction, receipt }: Included): Record<string, unknown> {
  const { txId, rawData, rawHex, signatures } = transaction;
  return {
    ret: [{ contractRet: receipt.result }],
    signature: signatures,
    txID: txId,
    raw_data: rawData,
    raw_data_hex: rawHex,
  };
}

export function formatInfo({ transaction, receipt }: Included): Record<string, unknown> {
  const { blockNumber, timeMs, fee, netFee, netUsage, result } = receipt;
  return {
    id: transaction.txId,
    ...(fee === 0 ? {} : { fee }),
    blockNumber,
    blockTimeStamp: timeMs,
    contractResult: [""],
    ...(result === "SUCCESS" ? {} : { result: "FAILED" }),
    receipt: {
      ...(netUsage === 0 ? {} : { net_usage: netUsage }),
      ...(netFee === 0 ? {} : { net_fee: netFee }),
      ...(transaction.type === "TriggerSmartContract" ? { result } : {}),
    },
  };
}

export function formatAccount(
  hex: string,
  account: TronAccount,
  writeAddress: (hex: string) => string,
): Record<string, unknown> {
  const { balance, netUsed, createTimeMs, contractResult } = account;
  const { owner, actives } = account.permissions ?? createPermissions(hex);
  return {
    address: writeAddress(hex),
    ...(balance === 0 ? {} : { balance }),
    create_time: createTimeMs,
    ...(netUsed === 0 ? {} : { free_net_usage: netUsed }),
    ...(contractResult === null ? {} : { type: "Contract" }),
    owner_permission: formatPermission(owner, writeAddress),
    active_permission: actives.map((active) => formatPermission(active, writeAddress)),
  };
}

/** Numbers of 64 bits are written as nodes write them: whole, without a text around. The API leaves zeros out. */
export function formatPermission(
  { id, name, threshold, operations, keys }: TronPermission,
  writeAddress: (hex: string) => string,
): Record<string, unknown> {
  return {
    ...(id === 0 ? {} : { type: "Active", id }),
    permission_name: name,
    threshold: JSON.rawJSON(threshold),
    ...(operations === "" ? {} : { operations }),
    keys: keys.map(({ address, weight }) => ({ address: writeAddress(address), weight: JSON.rawJSON(weight) })),
  };
}
