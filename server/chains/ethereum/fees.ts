import { JsonRpcError } from "../jsonRpc.ts";
import { readRecord } from "../nodeAnswers.ts";
import { Disagreement, takeEach, takeHighest, takeLowest } from "../quorum.ts";
import type { Call } from "./network.ts";
import { readQuantity } from "./values.ts";

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

/** The lower prices that nodes tell. */
export const chooseGasPrices = takeEach<GasPrices>({
  baseFeePerGas: takeLowest,
  maxPriorityFeePerGas: takeLowest,
});

/** What to offer at these prices. */
export function offerFees({ baseFeePerGas, maxPriorityFeePerGas }: GasPrices): Fees {
  // Twice the base fee stays sufficient through six full blocks.
  return { maxPriorityFeePerGas, maxFeePerGas: baseFeePerGas * 2n + maxPriorityFeePerGas };
}

/** What a plain transfer takes where nothing else is known. */
export const TRANSFER_GAS = 21_000n;
/** A receiver with code that uses more takes no plain transfer. An address without code may cost more: its account is made. */
const MAX_CODE_GAS = 100_000n;
/** No plain transfer takes more on any network. */
const MAX_GAS = 1_000_000n;
const ONE_WEI = "0x1";

interface Sending {
  from: string;
  to: string;
}

/** Gas for a plain transfer, as one endpoint has it. Null for a receiver that refuses one. */
export async function estimateGas(call: Call, { from, to }: Sending): Promise<bigint | null> {
  const hasCode = async () => (await call("eth_getCode", [to, "latest"])) !== "0x";
  try {
    const gas = readQuantity(await call("eth_estimateGas", [{ from, to, value: ONE_WEI }]));
    if (gas <= TRANSFER_GAS) return TRANSFER_GAS;
    // What a contract uses may differ a little from block to block.
    const used = (gas * 13n) / 10n;
    if (used > MAX_GAS) return null;
    return used > MAX_CODE_GAS && (await hasCode()) ? null : used;
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error;
    // A sender without money cannot be asked for a receiver with code; one without code needs no asking.
    return (await hasCode()) ? null : TRANSFER_GAS;
  }
}

/**
 * The highest of estimates that differ as from block to block at most: too little gas would burn the fee. Refuses others.
 */
export function chooseGas(estimates: readonly (bigint | null)[]): bigint | null {
  const known = estimates.flatMap((gas) => gas ?? []);
  if (known.length === 0) return null;
  const most = takeHighest(known);
  const isAgreed = known.length === estimates.length && known.every((gas) => gas * 3n >= most * 2n);
  if (!isAgreed) throw new Disagreement("the gas of a transfer", estimates.join(" against "));
  return most;
}
