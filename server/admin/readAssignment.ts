import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { parseTxId } from "#server/chains/readChains.ts";
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

/** Parses an operator's request. Throws AssignmentRefused. */
export function readAssignment(request: AssignmentRequest): Assignment {
  const { tgUserId, operator, reason, isDryRun } = request;
  if (!/^[1-9][0-9]{0,15}$/.test(tgUserId)) throw new AssignmentRefused("--user must be a Telegram user id.");
  const coinType = COIN_TYPES.find((known) => known === request.coinType);
  if (coinType === undefined) throw new AssignmentRefused(`--coin must be one of ${COIN_TYPES.join(", ")}.`);
  return { source: readSource(request, coinType), tgUserId: BigInt(tgUserId), operator, reason, isDryRun };
}

function readSource({ txHash, index, amount, reference }: AssignmentRequest, coinType: CoinType): UnmatchedMoney {
  if ((txHash === null) === (amount === null)) throw new AssignmentRefused("Give --tx or --surplus.");
  if (txHash !== null) {
    const hash = parseTxId(coinType, txHash);
    if (hash === null) throw new AssignmentRefused("--tx must be the id of a transaction of that coin.");
    if (!/^[0-9]{1,6}$/.test(index)) throw new AssignmentRefused("--index must be a whole number.");
    return { kind: "transfer", coinType, txHash: hash, index: Number(index) };
  }
  if (reference === null || !/^[A-Za-z0-9_.-]{1,64}$/.test(reference)) {
    throw new AssignmentRefused("--reference must name the case: 1 to 64 letters, digits, dots, hyphens, underscores.");
  }
  const { baseDecimals } = COINS[coinType];
  const [, decimals = ""] = /^(?:0|[1-9][0-9]{0,29})(?:\.([0-9]+))?$/.exec(amount ?? "") ?? [null, null];
  if (decimals === null || decimals.length > baseDecimals) {
    throw new AssignmentRefused("--surplus must be an amount like 0.5.");
  }
  return { kind: "surplus", coinType, amountBase: parseDecimal(amount ?? "", baseDecimals), reference };
}
