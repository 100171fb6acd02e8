import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { accountAmountsFlow } from "#src/adapters/actors/resources.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

/** The coins that are open, and those that the person has or had something of. */
export function useOfferedCoins(): readonly CoinType[] {
  const open = useSystemInfo().view.value?.coins ?? [];
  const flow = useFlow(accountAmountsFlow, {
    isExtra: true,
    // The answer names the coins of all accounts, whichever coin is asked for.
    input: { params: { coinType: COIN_TYPES[0] } },
    isDeferred: true,
    open: { type: "resource.load" },
  });
  const used = flow?.view.value?.coinTypes ?? [];
  return COIN_TYPES.filter((coinType) => used.includes(coinType) || open.some((coin) => coin.coinType === coinType));
}
