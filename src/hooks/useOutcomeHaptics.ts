import { useEffect } from "react";

import { useHaptics } from "./useHaptics.ts";

/** Vibrates once when an outcome appears. */
export function useOutcomeHaptics(outcome: "success" | "error" | null): void {
  const vibrate = useHaptics();
  useEffect(() => {
    if (outcome !== null) vibrate(outcome);
  }, [outcome, vibrate]);
}
