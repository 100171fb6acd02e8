import type { CoinType } from "#domain/coins.ts";
import { readAmount, readCoin, readIndex, readPerson, readTxId } from "#server/operator/readText.ts";
import { type Assignment, AssignmentRefused, type UnmatchedMoney } from "#server/payments/assignMoney.ts";

/** An assignment as the operators' command sends it; all values are unparsed text. */
export interface AssignmentRequest {
  coinType: string;
  tgUserId: string;
  operator: string;
  reason: string;
  isDryRun: boolean;
  /** The transfer's hash and index, or null for a surplus. */
  txHash: string | null;
  index: string;
  /** The whole-coin amount and the name of the case; only for a surplus. */
  amount: string | null;
  reference: string | null;
}

/** Parses an operator's request. Throws AssignmentRefused or ActionRefused. */
export function readAssignment(request: AssignmentRequest): Assignment {
  const { tgUserId, operator, reason, isDryRun } = request;
  const person = readPerson(tgUserId);
  return { source: readSource(request, readCoin(request.coinType)), tgUserId: person, operator, reason, isDryRun };
}

function readSource({ txHash, index, amount, reference }: AssignmentRequest, coinType: CoinType): UnmatchedMoney {
  if ((txHash === null) === (amount === null)) throw new AssignmentRefused("Give --tx or --surplus.");
  if (txHash !== null) {
    return { kind: "transfer", coinType, txHash: readTxId(coinType, txHash), index: readIndex(index) };
  }
  if (reference === null || !/^[A-Za-z0-9_.-]{1,64}$/.test(reference)) {
    throw new AssignmentRefused("--reference must name the case: 1 to 64 letters, digits, dots, hyphens, underscores.");
  }
  return { kind: "surplus", coinType, amountBase: readAmount(coinType, "surplus", amount ?? ""), reference };
}
