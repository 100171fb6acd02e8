import { COINS, type CoinType } from "../coins.ts";
import { formatAmount, parseDecimal } from "../money/amount.ts";
import { type Draw, drawShares } from "./drawShares.ts";

export const PREVIEWED_DRAWS = 20;

export interface Drawable {
  coinType: CoinType;
  /** Whole-coin decimal text. */
  total: string;
  count: number;
}

function toDraw({ coinType, total, count }: Drawable): Draw {
  const { minBase, baseDecimals, decimals } = COINS[coinType];
  return {
    totalBase: parseDecimal(total, baseDecimals),
    minBase,
    unitBase: 10n ** BigInt(baseDecimals - decimals),
    count,
  };
}

/** Whether luck has something to decide: two shares or more, and more than the least for each. */
export function hasLuck(drawable: Drawable): boolean {
  const { totalBase, minBase, count } = toDraw(drawable);
  return count >= 2 && totalBase > minBase * BigInt(count);
}

/** How luck may fall: some draws by the real rule, each a list of whole-coin decimal texts, the greatest share first. */
export function drawPreview(drawable: Drawable, randomBytes: (length: number) => Uint8Array): string[][] {
  const draw = toDraw(drawable);
  const { baseDecimals } = COINS[drawable.coinType];
  return Array.from({ length: PREVIEWED_DRAWS }, () =>
    drawShares(draw, randomBytes)
      .sort((left, right) => (left < right ? 1 : -1))
      .map((share) => formatAmount(share, baseDecimals)),
  );
}
