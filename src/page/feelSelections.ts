const CHOICES = "input[type=radio], select";
const OTHER_TABS = "[role=tab]:not([aria-selected=true])";

/**
 * Vibrates for each choice of a radio, a list or a tab: one listener instead of a call in every control.
 * @returns a function that ends this
 */
export function feelSelections(page: Document, vibrate: (kind: "selection") => void): () => void {
  const feelChange = ({ target }: Event) => {
    if (target instanceof Element && target.matches(CHOICES)) vibrate("selection");
  };
  const feelPress = ({ target }: Event) => {
    if (target instanceof Element && target.closest(OTHER_TABS) !== null) vibrate("selection");
  };
  page.addEventListener("change", feelChange, true);
  // Runs before React moves the choice: a press on what is chosen already changes nothing.
  page.addEventListener("click", feelPress, true);
  return () => {
    page.removeEventListener("change", feelChange, true);
    page.removeEventListener("click", feelPress, true);
  };
}
