import { showTheme } from "../adapters/telegram/hostStyle.ts";
import { findRawLaunch, STORED_LAUNCH_KEY } from "../adapters/telegram/launchParams.ts";
import { chooseStartGround } from "./startGround.ts";

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED_LAUNCH_KEY);
  } catch {
    // Denied; the launch hash stays in the address then.
    return null;
  }
}

/** Runs in the page's head: gives the first picture the messenger's theme and the ground of the first screen. */
const launch = findRawLaunch({ href: location.href, navigationName: null, stored: readStored() });
showTheme(document.documentElement, launch?.theme ?? {});
document.documentElement.dataset["start"] = chooseStartGround({
  path: location.pathname,
  startParam: launch?.startParam ?? null,
  isLaunched: launch !== null,
});
