import type { BrowserCommand } from "vitest/node";

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Presses a point of the window, as a mouse does. */
    tapAt: (x: number, y: number) => Promise<void>;
  }
}

/** Runs beside the browser. The walk knows what stands at the point: vitest's own press asks the browser for all of it anew. */
export const tapAt: BrowserCommand<[x: number, y: number]> = async ({ page }, x, y) => {
  await page.mouse.click(x, y);
};
