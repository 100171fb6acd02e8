import { showTheme } from "../adapters/telegram/showTheme.ts";
import { findRawLaunch, STORED_LAUNCH_KEY } from "../adapters/telegram/launchParams.ts";
import { STORED_KEYS } from "../adapters/storage.ts";
import { chooseStartGround, mayBeWelcome } from "./startGround.ts";

/** Null also where the storage is denied; the launch hash stays in the address then. */
function read(kind: "sessionStorage" | "localStorage", key: string): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Runs in the page's head: gives the first picture the messenger's theme and the ground of the first screen. The app takes
 * `showTheme` from it, as `window.paintStart`.
 */
const launch = findRawLaunch({
  href: location.href,
  navigationName: null,
  stored: read("sessionStorage", STORED_LAUNCH_KEY),
});
showTheme(document.documentElement, launch?.theme ?? {});
const start = {
  path: location.pathname,
  startParam: launch?.startParam ?? null,
  isLaunched: launch !== null,
};
document.documentElement.dataset["start"] = chooseStartGround(start);
if (mayBeWelcome(start, read("localStorage", STORED_KEYS.token))) document.documentElement.dataset["newcomer"] = "";

export { showTheme };
