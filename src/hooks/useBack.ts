import { useContext, useEffect, useEffectEvent } from "react";

import { AppContext } from "./useApp.ts";

/**
 * Goes back by the messenger's arrow while the component is mounted.
 * @param onBack absent: nothing to go back to
 * @returns whether the component has to draw an arrow of its own
 */
export function useBack(onBack: (() => void) | undefined): boolean {
  const messenger = useContext(AppContext)?.messenger;
  const goBack = useEffectEvent(() => onBack?.());
  const canGoBack = onBack !== undefined;
  useEffect(() => {
    if (!canGoBack || messenger === undefined) return undefined;
    return messenger.pushBack(() => {
      goBack();
    });
  }, [canGoBack, messenger]);
  return canGoBack && messenger?.hasBackButton() !== true;
}
