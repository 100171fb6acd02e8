import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { roundUpAmount } from "#domain/money/roundUpAmount.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** The chain that pays a coin out. Throws coinNotEnabled, ChainUnavailable, and notAvailable where nothing can be signed. */
export function requirePayouts(app: App, coinType: CoinType): { chain: Chain; route: PayoutRoute } {
  const chain = requireChain(app, coinType);
  if (chain.payouts === null) throw new ApiError("notAvailable");
  return { chain, route: chain.payouts };
}

/** What a payout costs now, in base units, rounded up to the decimals that people type. Throws walletUnsupported. */
export async function readPayoutFee(
  route: PayoutRoute,
  coinType: CoinType,
  payout: { to: string; amountBase: bigint },
): Promise<bigint> {
  const offer = await route.prepare(payout);
  if (offer === null) throw new ApiError("walletUnsupported");
  const { baseDecimals, decimals } = COINS[coinType];
  return parseDecimal(
    roundUpAmount(formatAmount(offer.offeredBase, baseDecimals), baseDecimals, decimals),
    baseDecimals,
  );
}
