import { useSearchParams } from "react-router-dom";

import { readRedirectTarget } from "#src/routes/redirectTarget.ts";

import { useGoBack } from "./useGoBack.ts";

/** The way back from a page that the personal center leads to: to the page before, else to the one that led here, else to the center. */
export function useHubReturn(): () => void {
  const [query] = useSearchParams();
  return useGoBack(query.has("redirect") ? readRedirectTarget(`?${query.toString()}`) : "/user");
}
