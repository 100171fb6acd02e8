import { useContext, useEffect, useEffectEvent } from "react";
import { AppContext } from "./useApp.ts";
import { useNavigate } from "react-router-dom";
import { isMarked } from "#src/adapters/browserBack.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

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
    return messenger.pushBack(() => goBack());
  }, [canGoBack, messenger]);
  return canGoBack && messenger?.hasBackButton() !== true;
}

/**
 * Goes to the page before; from a page that was opened directly, to `fallback`. Where something that was closed left its
 * entry on top of the page's, both steps are one: a step that answers another one may get lost.
 */
export function useGoBack(fallback: string = HOME_PATH): () => void {
  const navigate = useNavigate();
  return () => {
    // The router counts its own entries in the history's state: the page before this one may not be ours.
    const state = window.history.state as { idx?: number } | null;
    if ((state?.idx ?? 0) > 0) void navigate(isMarked(state) ? -2 : -1);
    else void navigate(fallback, { replace: true });
  };
}
