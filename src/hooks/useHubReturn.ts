import { useSearchParams } from "react-router-dom";

import { buildBalancePath } from "#src/routes/links.ts";
import { readRedirectTarget } from "#src/routes/redirectTarget.ts";

import { useCoinChoice } from "./useCoinChoice.ts";
import { useGoBack } from "./useBack.ts";

/** The way back from a page that the personal center leads to: to the page before, else to the one that led here, else to the center. */
export function useHubReturn(): () => void {
  const [query] = useSearchParams();
  return useGoBack(query.has("redirect") ? readRedirectTarget(`?${query.toString()}`) : "/user");
}

/** The way back from a page about the balance of one coin: to the page before, else to that balance. */
export function useBalanceReturn(): () => void {
  const [coinType] = useCoinChoice();
  return useGoBack(coinType === null ? "/user" : buildBalancePath(coinType));
}
