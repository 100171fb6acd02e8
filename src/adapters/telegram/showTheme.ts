import { repairTheme, type ThemeColors } from "./repairTheme.ts";

const THEME_PREFIX = "--tg-theme-";

/**
 * Writes the theme, made readable, as `--tg-theme-*`, and `data-theme` as light or dark; for a theme without background
 * colours the system decides. The theme that is shown already costs the page nothing: a start hears of it three times.
 */
export function showTheme(root: HTMLElement, theme: ThemeColors): void {
  const { scheme, colors } = repairTheme(theme);
  const next = new Map(
    Object.entries(colors).map(([name, color]) => [`${THEME_PREFIX}${name.replaceAll("_", "-")}`, color]),
  );
  for (const name of Array.from(root.style)) {
    if (name.startsWith(THEME_PREFIX) && !next.has(name)) root.style.removeProperty(name);
  }
  for (const [name, color] of next) {
    if (root.style.getPropertyValue(name) !== color) root.style.setProperty(name, color);
  }
  if (scheme === null) delete root.dataset["theme"];
  else if (root.dataset["theme"] !== scheme) root.dataset["theme"] = scheme;
}

declare global {
  interface Window {
    /** What the page's first script leaves to the app. */
    paintStart?: { showTheme: typeof showTheme };
  }
}
