import { showTheme } from "#src/adapters/telegram/showTheme.ts";
import { CLIENT_PALETTES, ODD_PALETTES } from "#tests/support/themePalettes.ts";

/** Every palette that a picture can be looked at in. */
export const PALETTES = { ...CLIENT_PALETTES, ...ODD_PALETTES };

export type ThemeName = keyof typeof PALETTES;

/** The themes of the messenger's web client, light and dark. */
export const EVERYDAY_THEMES = ["Web A light", "Web A dark"] as const satisfies readonly ThemeName[];

export function wearTheme(name: ThemeName): void {
  showTheme(document.documentElement, PALETTES[name]);
}
