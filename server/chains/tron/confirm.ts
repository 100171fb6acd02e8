import type { BlockReading } from "../compareBlocks.ts";
import type { Call } from "./pool.ts";
import { readArrival, readTransactions } from "./readBlock.ts";

interface AskedTransfer {
  txHash: string;
  blockNumber: number;
  treasuryHexes: ReadonlySet<string>;
}

/** Reads the block again. Throws if the endpoint does not have it yet; a missing transaction is a valid result. */
export async function readAgain(
  call: Call,
  { txHash, blockNumber, treasuryHexes }: AskedTransfer,
): Promise<BlockReading> {
  const { header, transactions } = await readTransactions(call, blockNumber, treasuryHexes);
  const transaction = transactions.find((item) => item.txHash === txHash);
  const transfer = transaction === undefined ? null : readArrival(transaction, header, treasuryHexes);
  return { ref: header.hash, transfer };
}
