import { useNavigate } from "react-router-dom";

import { isMarked } from "#src/adapters/browserBack.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

/** Whether the page before this one is ours: the router counts its own entries in the history's state. */
function hasOwnPageBefore(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" && state.idx > 0
  );
}

/**
 * Goes to the page before; from a page that was opened directly, to `fallback`. Where something that was closed left its
 * entry on top of the page's, both steps are one: a step that answers another one may get lost.
 */
export function useGoBack(fallback: string = HOME_PATH): () => void {
  const navigate = useNavigate();
  return () => {
    const { state } = window.history;
    if (hasOwnPageBefore(state)) void navigate(isMarked(state) ? -2 : -1);
    else void navigate(fallback, { replace: true });
  };
}
