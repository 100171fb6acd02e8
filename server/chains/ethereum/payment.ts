import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { readQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { readRecord } from "../nodeAnswers.ts";

const TRANSFER_GAS = 21_000n;

/** Prices in wei per gas. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

export async function readFees(call: Call): Promise<Fees> {
  const head = readRecord(await call("eth_getBlockByNumber", ["latest", false]));
  const maxPriorityFeePerGas = readQuantity(await call("eth_maxPriorityFeePerGas", []));
  const baseFee = readQuantity(head["baseFeePerGas"]);
  // Twice the base fee stays sufficient through six full blocks.
  return { maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** Builds the plain transfer that pays an order (EIP-1559). */
export function buildPayment({ from, to, amountBase }: PayableOrder, fees: Fees, chainId: number): PaymentTerms {
  return {
    maxFeeBase: fees.maxFeePerGas * TRANSFER_GAS,
    signing: {
      kind: "evm",
      transaction: {
        from,
        to,
        value: toHex(amountBase),
        gas: toHex(TRANSFER_GAS),
        maxFeePerGas: toHex(fees.maxFeePerGas),
        maxPriorityFeePerGas: toHex(fees.maxPriorityFeePerGas),
        chainId: toHex(BigInt(chainId)),
      },
    },
  };
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
