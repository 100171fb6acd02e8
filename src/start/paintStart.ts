import { showTheme } from "../adapters/telegram/hostStyle.ts";
import { STORED_LAUNCH_KEY } from "../adapters/telegram/launchParams.ts";
import { readRawLaunch } from "./readRawLaunch.ts";
import { chooseStartGround } from "./startGround.ts";

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED_LAUNCH_KEY);
  } catch {
    // Denied; the launch hash stays in the address then.
    return null;
  }
}

/** Runs in the page's head: gives the first picture the messenger's theme and the ground of the screen that comes. */
const { theme, startParam, isLaunched } = readRawLaunch(location, readStored());
showTheme(document.documentElement, theme);
document.documentElement.dataset["start"] = chooseStartGround({ path: location.pathname, startParam, isLaunched });
