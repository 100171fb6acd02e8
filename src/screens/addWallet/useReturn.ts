import { useSearchParams } from "react-router-dom";

import { useGoBack } from "#src/hooks/useGoBack.ts";
import { readRedirectTarget } from "#src/routes/redirectTarget.ts";

/** The ways to leave the wallets: back, and, where another screen led here, on to the one that needed a wallet. */
export function useReturn(): { goBack: () => void; goOn: (() => void) | null } {
  const [query] = useSearchParams();
  const goBack = useGoBack(readRedirectTarget(`?${query.toString()}`));
  return { goBack, goOn: query.has("redirect") ? goBack : null };
}
