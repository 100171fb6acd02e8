import { Transaction, type TransactionLike } from "ethers/transaction";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { setNewest } from "#server/setNewest.ts";
import { readHash, readQuantity } from "./values.ts";

/** Checked transactions that are remembered, and how long the text of one may be. */
const MOST_KEPT = 20_000;
const LONGEST_KEPT = 2_000;
const SIGNATURE_FIELDS = ["type", "r", "s", "nonce", "gas", "input"] as const;

/**
 * Computes a transaction's hash and sender from its signed fields, and throws if the node reports others. Skips
 * transactions of other types or without these fields; the second reading covers them.
 */
export function checkSignature(raw: Record<string, unknown>): void {
  if (SIGNATURE_FIELDS.some((name) => typeof raw[name] !== "string")) return;
  const fields = readSignedFields(raw);
  if (fields === null) return;
  const text = JSON.stringify([raw["hash"], raw["from"], fields], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  // Each endpoint's reading of a transaction has the same fields, and a signature takes a millisecond.
  if (checked.has(text)) return;
  const signed = Transaction.from(fields);
  if (signed.hash !== readHash(raw["hash"])) throw new Error("a transaction whose fields have another hash");
  if (signed.from === null || !isSameAddress("ETH", signed.from, String(raw["from"]))) {
    throw new Error("a transaction that its sender has not signed");
  }
  if (text.length <= LONGEST_KEPT) setNewest(checked, text, true, MOST_KEPT);
}

/** Transactions, by all that was checked. */
const checked = new Map<string, true>();

function readSignedFields(raw: Record<string, unknown>): TransactionLike | null {
  const type = Number(readQuantity(raw["type"]));
  const isLegacy = type === 0;
  const parity = isLegacy ? raw["v"] : (raw["yParity"] ?? raw["v"]);
  if (typeof parity !== "string") return null;
  const v = readQuantity(parity);
  const chainId = isLegacy ? readLegacyChainId(v) : readQuantity(raw["chainId"]);
  const common = {
    type,
    to: typeof raw["to"] === "string" ? raw["to"] : null,
    nonce: Number(readQuantity(raw["nonce"])),
    gasLimit: readQuantity(raw["gas"]),
    data: String(raw["input"]),
    value: readQuantity(raw["value"]),
    chainId,
    signature: {
      r: toWord(raw["r"]),
      s: toWord(raw["s"]),
      // EIP-155 encodes the parity in v; typed transactions (EIP-2718) state it.
      yParity: isLegacy ? toParity(v === 27n || v === 28n ? v - 27n : (v - 35n) % 2n) : toParity(v),
    },
  };
  if (type === 0) return { ...common, gasPrice: readQuantity(raw["gasPrice"]) };
  const accessList = raw["accessList"] as TransactionLike["accessList"];
  if (type === 1) return { ...common, accessList, gasPrice: readQuantity(raw["gasPrice"]) };
  if (type !== 2) return null;
  return {
    ...common,
    accessList,
    maxFeePerGas: readQuantity(raw["maxFeePerGas"]),
    maxPriorityFeePerGas: readQuantity(raw["maxPriorityFeePerGas"]),
  };
}

/** A signature without EIP-155 is valid on every chain; ethers writes that as 0. */
function readLegacyChainId(v: bigint): bigint {
  return v >= 35n ? (v - 35n) / 2n : 0n;
}

function toParity(value: bigint): 0 | 1 {
  if (value !== 0n && value !== 1n) throw new Error("a signature without parity");
  return value === 0n ? 0 : 1;
}

function toWord(value: unknown): string {
  return `0x${readQuantity(value).toString(16).padStart(64, "0")}`;
}
