import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { roundUpAmount } from "#domain/money/roundUpAmount.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { PayoutRoute, PayoutTerms } from "#server/chains/payoutRoute.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** The chain that pays a coin out. Throws coinNotEnabled, ChainUnavailable, and notAvailable where nothing can be signed. */
export function requirePayouts(app: App, coinType: CoinType): { chain: Chain; route: PayoutRoute } {
  const chain = requireChain(app, coinType);
  if (chain.payouts === null) throw new ApiError("notAvailable");
  return { chain, route: chain.payouts };
}

export interface PayoutCost {
  /** Base units, rounded up to the decimals that people type. */
  feeBase: bigint;
  /** Base units that have to arrive at least. */
  leastBase: bigint;
}

/** What a payout of an amount costs now. Throws walletUnsupported. */
export async function readPayoutCost(
  route: PayoutRoute,
  coinType: CoinType,
  { to, amountBase }: PayoutTerms,
): Promise<PayoutCost> {
  const leastBase = await route.readLeastAmount(to);
  const {
    offers: [offer = null],
  } = await route.prepare([{ to, amountBase: amountBase < leastBase ? leastBase : amountBase }]);
  if (offer === null) throw new ApiError("walletUnsupported");
  const { baseDecimals, decimals } = COINS[coinType];
  const fee = roundUpAmount(formatAmount(offer.offeredBase, baseDecimals), baseDecimals, decimals);
  return { feeBase: parseDecimal(fee, baseDecimals), leastBase };
}
