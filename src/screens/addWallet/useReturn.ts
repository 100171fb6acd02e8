import { useSearchParams } from "react-router-dom";

import { useHubReturn } from "#src/hooks/useHubReturn.ts";

/** The ways to leave the wallets: back, and, where another screen led here, on to the one that needed a wallet; whether that is a withdrawal. */
export function useReturn(): { goBack: () => void; goOn: (() => void) | null; isToWithdraw: boolean } {
  const [query] = useSearchParams();
  const goBack = useHubReturn();
  const isToWithdraw = query.get("redirect")?.startsWith("/withdraw") === true;
  return { goBack, goOn: query.has("redirect") ? goBack : null, isToWithdraw };
}
