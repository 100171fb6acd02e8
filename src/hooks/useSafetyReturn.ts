import { useSearchParams } from "react-router-dom";

import { readRedirectTarget } from "#src/routes/redirectTarget.ts";

import { useGoBack } from "./useGoBack.ts";

/** The way back from the pages of email and security code: to the page before, else to the one that led here, else to the person's own. */
export function useSafetyReturn(): () => void {
  const [query] = useSearchParams();
  return useGoBack(query.has("redirect") ? readRedirectTarget(`?${query.toString()}`) : "/user");
}
