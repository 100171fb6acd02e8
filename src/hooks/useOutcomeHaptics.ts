import { useEffect } from "react";

import { useHaptics } from "./useHaptics.ts";

/** Makes an outcome felt when it comes; once as long as it stands. */
export function useOutcomeHaptics(outcome: "success" | "error" | null): void {
  const vibrate = useHaptics();
  useEffect(() => {
    if (outcome !== null) vibrate(outcome);
  }, [outcome, vibrate]);
}
