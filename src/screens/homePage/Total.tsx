import { TotalWorth } from "#src/components/amount/TotalWorth.tsx";
import { useHoldings } from "#src/hooks/useHoldings.ts";

/** What all balances are worth, once it is known. */
export function Total() {
  const accounts = useHoldings()?.view.value?.accounts;
  return accounts === undefined ? null : <TotalWorth holdings={accounts} />;
}
