import { useId } from "react";

import type { CoinType } from "#domain/coins.ts";
import { priceFlow } from "#src/adapters/actors/price.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

/**
 * USDT of one coin, read for whoever asks, and again each minute; null where the last reading failed, undefined while the
 * first is on its way. For another coin, give the component another `key`.
 */
export function usePrice(coinType: CoinType): string | null | undefined {
  const flow = useFlow(priceFlow, {
    // One page may show several prices of a coin.
    flowKey: useId(),
    isExtra: true,
    input: { params: { coinType } },
    isDeferred: true,
    open: { type: "resource.load" },
  });
  if (flow === null || flow.view.status === "loading") return undefined;
  // An old price is none.
  return flow.view.failureKey === null ? (flow.view.value?.price ?? null) : null;
}
