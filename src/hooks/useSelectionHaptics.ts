import { useEffect } from "react";

import { useHaptics } from "./useHaptics.ts";

const CHOICES = "input[type=radio], select";
const OTHER_TABS = "[role=tab]:not([aria-selected=true])";

/** Makes each choice among radios, in a list or of a tab felt: one listener in place of a call in every control. */
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
    // Before React has moved the choice: a press on what is chosen already changes nothing.
    document.addEventListener("click", feelPress, true);
    return () => {
      document.removeEventListener("change", feelChange, true);
      document.removeEventListener("click", feelPress, true);
    };
  }, [vibrate]);
}
