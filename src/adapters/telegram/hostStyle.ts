export interface Insets {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Writes insets as `--tg-viewport-<kind>-inset-*`; styles add the device's and the content's. */
export function showInsets(root: HTMLElement, kind: "safe-area" | "content-safe-area", insets: Insets): void {
  for (const side of ["top", "bottom", "left", "right"] as const) {
    const name = `--tg-viewport-${kind}-inset-${side}`;
    const inset = `${insets[side]}px`;
    // The same again would have the browser compute every style anew.
    if (root.style.getPropertyValue(name) !== inset) root.style.setProperty(name, inset);
  }
}

/** Writes the height that stays the same while the messenger's sheet is dragged. */
export function showStableHeight(root: HTMLElement, heightPx: number): void {
  root.style.setProperty("--tg-viewport-stable-height", `${heightPx}px`);
}
