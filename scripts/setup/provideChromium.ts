import { spawnSync } from "node:child_process";
import { chromium } from "playwright";
import { CannotSetUp, findExecutable, installPackages, isExecutable } from "./system.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const VERSION_TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 180_000;

/** Path of a Chromium that starts: CHROMIUM_PATH, the system's, playwright's own, or a new installation. */
export function provideChromium(): string {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (startsUp(chosen)) return chosen;
    throw new CannotSetUp(`CHROMIUM_PATH is ${chosen}, which is not a browser that starts.`);
  }
  const found = findChromium();
  if (found !== null) return found;
  installPackages(["chromium"]);
  const installed = findChromium() ?? download();
  if (installed !== null) return installed;
  throw new CannotSetUp(
    "No Chromium was found. Install one (Debian: sudo apt-get install chromium; elsewhere: npx playwright install chromium) " +
      "or set CHROMIUM_PATH to one, then run this again.",
  );
}

function findChromium(): string | null {
  const candidates = [findExecutable(NAMES), ...APPLICATIONS.filter(isExecutable), chromium.executablePath()];
  return candidates.find((candidate) => candidate !== null && isExecutable(candidate) && startsUp(candidate)) ?? null;
}

function startsUp(file: string): boolean {
  return spawnSync(file, ["--version"], { stdio: "ignore", timeout: VERSION_TIMEOUT_MS }).status === 0;
}

/** Playwright's own variable that forbids downloads. */
function download(): string | null {
  if (process.env["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] !== undefined) return null;
  console.log("Downloading playwright's Chromium");
  spawnSync("playwright", ["install", "chromium"], {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  return findChromium();
}
