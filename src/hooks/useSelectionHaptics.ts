import { useEffect } from "react";

import { useHaptics } from "./useHaptics.ts";

const CHOICES = "input[type=radio], select";
const OTHER_TABS = "[role=tab]:not([aria-selected=true])";

/** Vibrates for each choice of a radio, a list or a tab: one listener instead of a call in every control. */
export function useSelectionHaptics(): void {
  const vibrate = useHaptics();
  useEffect(() => {
    const feelChange = ({ target }: Event) => {
      if (target instanceof Element && target.matches(CHOICES)) vibrate("selection");
    };
    const feelPress = ({ target }: Event) => {
      if (target instanceof Element && target.closest(OTHER_TABS) !== null) vibrate("selection");
    };
    document.addEventListener("change", feelChange, true);
    // Runs before React moves the choice: a press on what is chosen already changes nothing.
    document.addEventListener("click", feelPress, true);
    return () => {
      document.removeEventListener("change", feelChange, true);
      document.removeEventListener("click", feelPress, true);
    };
  }, [vibrate]);
}
