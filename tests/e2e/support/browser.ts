import { chromium } from "playwright";
import type { Browser } from "playwright";

/** A phone. */
export const PHONE = { width: 390, height: 844 } as const;

const QUIET_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-component-update"];

/** A busy machine is slow, not wrong: only a page that hangs runs into this. */
const PATIENCE_MS = 90_000;

/**
 * Playwright switches storage partitioning off, which denies storage to cross-site frames. A list of features of our
 * own replaces Playwright's, so that frames keep their storage as they do in Chrome. The messenger and the app in its
 * frame share a process: one of its own for each frame costs a tenth of the time, and the page sees no difference.
 */
const FRAME_FLAGS = ["--disable-features=Translate,IsolateOrigins,site-per-process", "--disable-site-isolation-trials"];

export async function launchBrowser({ isStorageDenied = false } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: isStorageDenied ? QUIET_FLAGS : [...QUIET_FLAGS, ...FRAME_FLAGS],
  });
  browser.on("context", (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
  });
  return browser;
}
