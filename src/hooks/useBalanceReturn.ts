import { buildBalancePath } from "#src/routes/links.ts";

import { useCoinChoice } from "./useCoinChoice.ts";
import { useGoBack } from "./useGoBack.ts";

/** The way back from a page about the balance of one coin: to the page before, else to that balance. */
export function useBalanceReturn(): () => void {
  const [coinType] = useCoinChoice();
  return useGoBack(coinType === null ? "/user" : buildBalancePath(coinType));
}
