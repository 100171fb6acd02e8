import { useNavigate } from "react-router-dom";

import { HOME_PATH } from "#src/routes/paths.ts";

/** Whether the page before this one is ours: the router counts its own entries in the history's state. */
function hasOwnPageBefore(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" && state.idx > 0
  );
}

/** Goes to the page before; from a page that was opened directly, to `fallback`. */
export function useGoBack(fallback: string = HOME_PATH): () => void {
  const navigate = useNavigate();
  return () => {
    if (hasOwnPageBefore(window.history.state)) void navigate(-1);
    else void navigate(fallback, { replace: true });
  };
}
