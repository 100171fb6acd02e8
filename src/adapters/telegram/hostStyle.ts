/** Colours of the messenger's theme by its own names, e.g. `secondary_bg_color`; a messenger may leave any out. */
export type ThemeColors = Readonly<Record<string, string | undefined>>;

export interface Insets {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const THEME_PREFIX = "--tg-theme-";

/** Where the eye takes a colour for dark, by perceived brightness of 0 to 255. */
const DARK_BELOW = 120;

/** @param color `#rrggbb` */
export function isColorDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return Math.sqrt(0.299 * red ** 2 + 0.587 * green ** 2 + 0.114 * blue ** 2) < DARK_BELOW;
}

/** Writes the theme as `--tg-theme-*` and says by `data-theme` whether it is dark; without colours the system decides. */
export function showTheme(root: HTMLElement, colors: ThemeColors): void {
  for (const name of Array.from(root.style)) if (name.startsWith(THEME_PREFIX)) root.style.removeProperty(name);
  for (const [name, color] of Object.entries(colors)) {
    if (color !== undefined) root.style.setProperty(`${THEME_PREFIX}${name.replaceAll("_", "-")}`, color);
  }
  const background = colors["bg_color"];
  if (background === undefined) delete root.dataset["theme"];
  else root.dataset["theme"] = isColorDark(background) ? "dark" : "light";
}

/** Writes insets as `--tg-viewport-<kind>-inset-*`; styles add the device's and the content's. */
export function showInsets(root: HTMLElement, kind: "safe-area" | "content-safe-area", insets: Insets): void {
  for (const side of ["top", "bottom", "left", "right"] as const) {
    root.style.setProperty(`--tg-viewport-${kind}-inset-${side}`, `${insets[side]}px`);
  }
}

/** Writes the height that holds while the messenger's sheet is dragged. */
export function showStableHeight(root: HTMLElement, heightPx: number): void {
  root.style.setProperty("--tg-viewport-stable-height", `${heightPx}px`);
}
