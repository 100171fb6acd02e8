import type { TransferFees } from "./ethereumChain.ts";
import { readQuantity, readRecord } from "./nodeValues.ts";
import type { Call } from "./rpcPool.ts";

const TRANSFER_GAS = 21_000n;

export async function readFees(call: Call): Promise<TransferFees> {
  const head = readRecord(await call("eth_getBlockByNumber", ["latest", false]));
  const maxPriorityFeePerGas = readQuantity(await call("eth_maxPriorityFeePerGas", []));
  const baseFee = readQuantity(head["baseFeePerGas"]);
  // Twice the base fee stays payable through six full blocks in a row.
  return { gasLimit: TRANSFER_GAS, maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}
