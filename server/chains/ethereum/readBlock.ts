import { getAddress } from "ethers/address";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { checkSignature } from "./checkSignature.ts";
import type { ChainTransfer } from "../chain.ts";
import type { Block } from "../blockScanner.ts";
import { type Header, readBlockNumber, readHash, readHeader, readQuantity, toQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import type { TreasuryKeys } from "./treasury.ts";
import { readRecord } from "../nodeAnswers.ts";

/** Reads one block and its transfers to the treasury from one endpoint. */
export async function readBlock(call: Call, blockNumber: number, treasuryKeys: TreasuryKeys): Promise<Block> {
  const raw = readRecord(await call("eth_getBlockByNumber", [toQuantity(blockNumber), true]));
  const header = readHeader(raw);
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  const transactions = raw["transactions"];
  if (!Array.isArray(transactions)) throw new Error("a block without transactions");
  const transfers: ChainTransfer[] = [];
  for (const item of transactions) {
    const transfer = await readTransfer(call, readRecord(item), header, treasuryKeys);
    if (transfer !== null) transfers.push(transfer);
  }
  return { ...header, transfers };
}

/** Reads a transaction of this block and its receipt. Null unless it is a successful transfer to the treasury. */
export async function readTransfer(
  call: Call,
  transaction: Record<string, unknown>,
  { hash: blockHash, number: blockNumber, time }: Header,
  treasuryKeys: TreasuryKeys,
): Promise<ChainTransfer | null> {
  const to = transaction["to"];
  if (typeof to !== "string" || !treasuryKeys.has(toAddressKey("ETH", to))) return null;
  const from = getAddress(String(transaction["from"]));
  // A payment from the treasury to itself changes no balance.
  if (treasuryKeys.has(toAddressKey("ETH", from))) return null;
  const amountBase = readQuantity(transaction["value"]);
  if (amountBase === 0n) return null;
  const txHash = readHash(transaction["hash"]);
  if (readHash(transaction["blockHash"]) !== blockHash || readBlockNumber(transaction["blockNumber"]) !== blockNumber) {
    throw new Error("a transaction of another block");
  }
  checkSignature(transaction);
  const receipt = readRecord(await call("eth_getTransactionReceipt", [txHash]));
  if (readHash(receipt["blockHash"]) !== blockHash) throw new Error("a receipt of another block");
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  if (readQuantity(receipt["status"]) !== 1n) return null;
  return { txHash, index: 0, from, amountBase, reference: null, position: BigInt(blockNumber), ref: blockHash, time };
}
