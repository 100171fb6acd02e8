import { agreeOrThrow } from "../agree.ts";
import type { Call } from "./pool.ts";
import { readAmount } from "./nodeValues.ts";
import { readList, readRecord } from "../nodeAnswers.ts";

/** The network's prices, in base units. */
export interface Prices {
  /** Of a byte of bandwidth. */
  perByteBase: bigint;
  /** Of the first transfer to an address. */
  activationBase: bigint;
}

export async function readPrices(call: Call): Promise<Prices> {
  const answer = readRecord(await call("wallet/getchainparameters", {}));
  const listed = readList(answer["chainParameter"]).map(readRecord);
  const readPrice = (key: string): bigint => {
    const parameter = listed.find((item) => item["key"] === key);
    if (parameter === undefined) throw new Error(`the node does not tell ${key}`);
    return readAmount(parameter["value"]);
  };
  return {
    perByteBase: readPrice("getTransactionFee"),
    activationBase: readPrice("getCreateAccountFee") + readPrice("getCreateNewAccountFeeInSystemContract"),
  };
}

/** The prices that all endpoints name: they are parameters of the chain. Throws where one names others. */
export function agreeOnPrices(readings: readonly Prices[]): Prices {
  return agreeOrThrow(readings, ({ perByteBase, activationBase }) => `${perByteBase} and ${activationBase}`, "prices");
}

/** What a transfer costs at most: an account's free bandwidth may be used up before it lands. */
export function countFee({ perByteBase, activationBase }: Prices, sizeBytes: bigint, isActive: boolean): bigint {
  return isActive ? perByteBase * sizeBytes : activationBase;
}
