import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import { checkSignature } from "./checkSignature.ts";
import { readNumberedHeader } from "./confirm.ts";
import { readBlockNumber, readHash, readQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import type { TreasuryKeys } from "./treasury.ts";
import { readRecord } from "../nodeAnswers.ts";

interface AskedOutgoing {
  txHash: string;
  treasuryKeys: TreasuryKeys;
  /** The newest final block of this endpoint. */
  final: number;
}

/** A final transaction that the treasury sent, as one endpoint has it. Null where there is none. */
export async function readOutgoing(
  call: Call,
  { txHash, treasuryKeys, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return null;
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  if (!treasuryKeys.has(toAddressKey("ETH", String(transaction["from"])))) return null;
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
  const hasMoved = readQuantity(receipt["status"]) === 1n && !treasuryKeys.has(toAddressKey("ETH", to));
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
