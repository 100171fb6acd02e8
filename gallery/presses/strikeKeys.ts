import type { BrowserCommand } from "vitest/node";

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Presses keys of the browser's keyboard, one after the other, on what has the focus. */
    strikeKeys: (...keys: string[]) => Promise<void>;
  }
}

/** Runs beside the browser: vitest's own keyboard asks the page twice more for each key. */
export const strikeKeys: BrowserCommand<string[]> = async ({ page }, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
