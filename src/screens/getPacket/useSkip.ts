import { useEffect } from "react";

import { canPress } from "#machines/kit/viewAction.ts";
import type { EnvelopeClaimEvent } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";

/** While the view offers to skip the opening, a tap anywhere and Esc do. */
export function useSkip(actions: EnvelopeClaimView["actions"], send: (event: EnvelopeClaimEvent) => void): void {
  const canSkip = canPress(actions, "ui.skip");
  useEffect(() => {
    if (!canSkip) return undefined;
    const skip = () => {
      send({ type: "ui.skip" });
    };
    const skipOnEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") skip();
    };
    const skipOnTap = ({ target }: MouseEvent) => {
      // A control does what it says.
      if (!(target instanceof Element && target.closest("button, a") !== null)) skip();
    };
    document.addEventListener("click", skipOnTap);
    document.addEventListener("keydown", skipOnEscape);
    return () => {
      document.removeEventListener("click", skipOnTap);
      document.removeEventListener("keydown", skipOnEscape);
    };
  }, [canSkip, send]);
}
