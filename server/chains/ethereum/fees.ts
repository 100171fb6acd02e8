import { JsonRpcError } from "../jsonRpc.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import { agreeOnBlock, Disagreement, type Quorum, takeHighest, takeSame } from "../quorum.ts";
import type { Call } from "./network.ts";
import type { EthereumReader } from "./reader.ts";
import { readBlockNumber, readHeader, readQuantity, toQuantity } from "./values.ts";

/** The tip is what others paid in so many blocks. */
const TIP_BLOCKS = 5;
/** Half of a block's gas paid no more. */
const TIP_PERCENTILE = 50;
/** In wei per gas; nodes that build blocks may leave out what offers less. */
const LEAST_TIP = 1_000_000n;

/** Prices in wei per gas. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What gas costs now. */
export interface GasPrices {
  baseFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** The prices of a block that all endpoints have: facts of the chain, which all of them tell alike. */
export async function findGasPrices(quorum: Quorum<EthereumReader>): Promise<GasPrices> {
  const { position } = await agreeOnBlock(quorum, async ({ call }) =>
    readHeader(await call("eth_getBlockByNumber", ["latest", false]), null),
  );
  return quorum.conclude(({ call }) => readGasPrices(call, position), chooseGasPrices);
}

async function readGasPrices(call: Call, position: number): Promise<GasPrices> {
  const asked = [toQuantity(TIP_BLOCKS), toQuantity(position), [TIP_PERCENTILE]];
  const { oldestBlock, baseFeePerGas, reward } = readRecord(await call("eth_feeHistory", asked));
  const tips = readList(reward).map((ofBlock) => readQuantity(readList(ofBlock)[0]));
  // Its last one is that of the block that is yet to come.
  const baseFee = readList(baseFeePerGas)[tips.length - 1];
  if (tips.length === 0 || readBlockNumber(oldestBlock) + tips.length - 1 !== position) {
    throw new Error("prices of other blocks than those that were asked for");
  }
  const median = tips.toSorted((left, right) => (left < right ? -1 : 1))[Math.floor(tips.length / 2)] ?? 0n;
  return { baseFeePerGas: readQuantity(baseFee), maxPriorityFeePerGas: median < LEAST_TIP ? LEAST_TIP : median };
}

const chooseGasPrices = takeSame<GasPrices>(
  ({ baseFeePerGas, maxPriorityFeePerGas }) => `${baseFeePerGas} and ${maxPriorityFeePerGas}`,
  "prices",
);

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
