import { rmSync } from "node:fs";
import path from "node:path";
import type { BrowserCommand } from "vitest/node";

const FOLDER = path.join(import.meta.dirname, "report/shots");
/** Letters stay readable, and a whole run is a few megabytes. */
const QUALITY = 70;

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Saves what the window shows as gallery/report/shots/<name>.jpg. */
    takeShot: (name: string) => Promise<void>;
  }
}

let hasBegun = false;

/** Runs beside the browser: a command of its own, since vitest's picture is of the whole page and no JPEG. */
export const takeShot: BrowserCommand<[name: string]> = async ({ page }, name) => {
  // Shots of an earlier run would be taken for present ones.
  if (!hasBegun) rmSync(FOLDER, { recursive: true, force: true });
  hasBegun = true;
  await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: "jpeg", quality: QUALITY });
};
