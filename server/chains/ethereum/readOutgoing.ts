import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingReading, OutgoingTransaction } from "../chain.ts";
import { checkSignature } from "./checkSignature.ts";
import { readNumberedHeader } from "./confirm.ts";
import { readBlockNumber, readHash, readQuantity, readRecord } from "./nodeValues.ts";
import type { Call } from "./rpcPool.ts";

interface AskedOutgoing {
  txHash: string;
  treasuryKey: string;
  /** The newest final block of this endpoint. */
  final: number;
}

/** A final transaction that the treasury sent, as one endpoint has it. Null where there is none. */
export async function readOutgoing(
  call: Call,
  { txHash, treasuryKey, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return null;
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  if (toAddressKey("ETH", String(transaction["from"])) !== treasuryKey) return null;
  checkSignature(transaction);
  const answered = await call("eth_getTransactionReceipt", [txHash]);
  if (answered === null) return null;
  const receipt = readRecord(answered);
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  const blockNumber = readBlockNumber(receipt["blockNumber"]);
  if (blockNumber > final) return null;
  const header = await readNumberedHeader(call, blockNumber);
  if (header.hash !== readHash(receipt["blockHash"])) return null;
  // A new contract has an address of its own.
  const to = typeof transaction["to"] === "string" ? transaction["to"] : String(receipt["contractAddress"]);
  const hasMoved = readQuantity(receipt["status"]) === 1n && toAddressKey("ETH", to) !== treasuryKey;
  return {
    txHash,
    to,
    toKey: toAddressKey("ETH", to),
    amountBase: hasMoved ? readQuantity(transaction["value"]) : 0n,
    feeBase: readQuantity(receipt["gasUsed"]) * readQuantity(receipt["effectiveGasPrice"]),
    position: BigInt(blockNumber),
    time: header.time,
  };
}

/** Agreed where all readings are equal. */
export function compareOutgoing(readings: readonly (OutgoingTransaction | null)[]): OutgoingReading {
  const [first = null] = readings;
  const described = readings.map(describe);
  if (new Set(described).size > 1) return { kind: "disputed", reason: described.join(" against ") };
  return { kind: "agreed", transaction: first };
}

function describe(transaction: OutgoingTransaction | null): string {
  if (transaction === null) return "no final transaction of the treasury";
  const { amountBase, feeBase, toKey, position, time } = transaction;
  return `${amountBase} to ${toKey} for ${feeBase} at ${position} of ${time.toISOString()}`;
}
