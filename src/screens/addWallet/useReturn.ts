import { useSearchParams } from "react-router-dom";

import { useHubReturn } from "#src/hooks/useHubReturn.ts";

/** The ways to leave the wallets: back, and, where another screen led here, on to the one that needed a wallet. */
export function useReturn(): { goBack: () => void; goOn: (() => void) | null } {
  const [query] = useSearchParams();
  const goBack = useHubReturn();
  return { goBack, goOn: query.has("redirect") ? goBack : null };
}
