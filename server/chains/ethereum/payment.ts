import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { readQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { readRecord } from "../nodeAnswers.ts";

/** Prices in wei per gas. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What one endpoint says of the prices. */
export interface GasPrices {
  baseFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

export async function readGasPrices(call: Call): Promise<GasPrices> {
  const head = readRecord(await call("eth_getBlockByNumber", ["latest", false]));
  const maxPriorityFeePerGas = readQuantity(await call("eth_maxPriorityFeePerGas", []));
  return { baseFeePerGas: readQuantity(head["baseFeePerGas"]), maxPriorityFeePerGas };
}

/** What to offer by the lower prices of two endpoints: none of them alone makes a transaction dear. */
export function combinePrices(readings: readonly GasPrices[]): Fees & GasPrices {
  const [first] = readings;
  if (first === undefined) throw new Error("nothing was read");
  const findLeast = (name: keyof GasPrices) =>
    readings.reduce((least, prices) => (prices[name] < least ? prices[name] : least), first[name]);
  const [baseFeePerGas, maxPriorityFeePerGas] = [findLeast("baseFeePerGas"), findLeast("maxPriorityFeePerGas")];
  // Twice the base fee stays sufficient through six full blocks.
  return { baseFeePerGas, maxPriorityFeePerGas, maxFeePerGas: baseFeePerGas * 2n + maxPriorityFeePerGas };
}

/** Builds the plain transfer that pays an order (EIP-1559). */
export function buildPayment(
  { from, to, amountBase }: PayableOrder,
  { fees, gas, chainId }: { fees: Fees; gas: bigint; chainId: number },
): PaymentTerms {
  return {
    maxFeeBase: fees.maxFeePerGas * gas,
    signing: {
      kind: "evm",
      transaction: {
        from,
        to,
        value: toHex(amountBase),
        gas: toHex(gas),
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
