import { COINS, type CoinType } from "../coins.ts";
import { formatAmount, parseDecimal, roundDownAmount } from "../money/amount.ts";
import type { Statement } from "./statement.ts";

/** A statement in a line per coin. */
export interface SolvencySummary {
  day: string;
  /** Coins that were read and of which there is any. */
  coins: readonly {
    coinType: CoinType;
    /** In the treasury and in cold addresses. */
    held: string;
    owed: string;
  }[];
}

/** Both amounts are rounded down, so that the larger one never seems to be the smaller. */
export function summarizeStatement({ day, coins }: Pick<Statement, "day" | "coins">): SolvencySummary {
  return {
    day,
    coins: coins.flatMap(({ coinType, treasuryBalance, coldBalance, owed }) => {
      if (treasuryBalance === null) return [];
      const { baseDecimals, decimals } = COINS[coinType];
      const round = (amount: string) => roundDownAmount(amount, baseDecimals, decimals);
      const heldBase = parseDecimal(treasuryBalance, baseDecimals) + parseDecimal(coldBalance, baseDecimals);
      const shown = { coinType, held: round(formatAmount(heldBase, baseDecimals)), owed: round(owed.total) };
      return shown.held === "0" && shown.owed === "0" ? [] : [shown];
    }),
  };
}
