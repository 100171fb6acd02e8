import { JsonRpcError } from "../jsonRpc.ts";
import { readQuantity, toQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";

/** What all addresses hold together. Null if the node has pruned the block's state. */
export async function readTreasuryAt(
  call: Call,
  addresses: readonly string[],
  blockNumber: number,
): Promise<bigint | null> {
  let sumBase = 0n;
  for (const address of addresses) {
    const balanceBase = await readBalanceAt(call, address, blockNumber);
    if (balanceBase === null) return null;
    sumBase += balanceBase;
  }
  return sumBase;
}

async function readBalanceAt(call: Call, address: string, blockNumber: number): Promise<bigint | null> {
  try {
    return readQuantity(await call("eth_getBalance", [address, toQuantity(blockNumber)]));
  } catch (error) {
    // Nodes report pruned state with many different codes and texts.
    if (error instanceof JsonRpcError) return null;
    throw error;
  }
}
