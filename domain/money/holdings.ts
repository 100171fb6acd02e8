import { COIN_TYPES, type CoinType } from "../coins.ts";
import { convertAmount, WORTH_DECIMALS } from "../price.ts";
import { formatAmount, parseDecimal } from "./amount.ts";

/** What somebody has of one coin that they have, or had, something of. */
export interface Holding {
  coinType: CoinType;
  /** A whole-coin decimal string. */
  balance: string;
  /** USDT of one coin; "0" while none is known. */
  price: string;
}

/**
 * The coin that a page opens on: the one that it was asked for, else the one whose balance is worth most, else one that
 * has a balance, else one that there was something of, else the first. Null where none is offered.
 */
export function chooseCoin(
  asked: CoinType | null,
  holdings: readonly Holding[],
  offered: readonly CoinType[],
): CoinType | null {
  if (asked !== null && offered.includes(asked)) return asked;
  const best = holdings.filter(({ coinType }) => offered.includes(coinType)).sort(compareWorth)[0];
  return best?.coinType ?? offered[0] ?? null;
}

/** What somebody has something of comes first, the one that is worth most before all; the others keep their order. */
export function listHeldFirst(coinTypes: readonly CoinType[], holdings: readonly Holding[]): readonly CoinType[] {
  const held = holdings.filter(({ coinType, balance }) => balance !== "0" && coinTypes.includes(coinType));
  return [...new Set([...held.sort(compareWorth).map(({ coinType }) => coinType), ...coinTypes])];
}

/** The coins that are open, and those that there is or was something of, in the order of `listHeldFirst`. */
export function listOpenAndOwn(open: readonly CoinType[], holdings: readonly Holding[]): readonly CoinType[] {
  const shown = new Set([...open, ...holdings.map(({ coinType }) => coinType)]);
  return listHeldFirst(
    COIN_TYPES.filter((coinType) => shown.has(coinType)),
    holdings,
  );
}

/** What all balances are worth in USDT; null where the price of one that is not empty is unknown. */
export function sumWorth(holdings: readonly Holding[]): string | null {
  const held = holdings.filter(({ balance }) => balance !== "0");
  if (held.some(({ price }) => price === "0")) return null;
  return formatAmount(
    held.reduce((sum, holding) => sum + readWorth(holding), 0n),
    WORTH_DECIMALS,
  );
}

/** The one that is worth more comes first, and one with a balance before one without. */
function compareWorth(left: Holding, right: Holding): number {
  const difference = readWorth(right) - readWorth(left);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return Number(left.balance === "0") - Number(right.balance === "0");
}

function readWorth({ balance, price }: Holding): bigint {
  return parseDecimal(convertAmount(balance, price) ?? "0", WORTH_DECIMALS);
}
