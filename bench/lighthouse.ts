import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { findFreePort } from "#devnet/process/findFreePort.ts";
import { makeInitData } from "#tests/support/initData.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import type { Figure } from "./figure.ts";
import { buildFloor } from "./floor/buildFloor.ts";
import { type PageLoad, runLighthouse } from "./lighthouse/runLighthouse.ts";
import { servePage } from "./lighthouse/servePage.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";

const DIST = path.join(import.meta.dirname, "../dist");

/** The first visit to /homePage on a slow phone, against an empty app on the same libraries. */
export async function measureLighthouse({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const appLoads: PageLoad[] = [];
  const floorLoads: PageLoad[] = [];
  const ends: (() => Promise<void>)[] = [];
  try {
    const floorDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-floor-"));
    ends.push(() => rm(floorDir, { recursive: true }));
    await buildFloor(floorDir);
    const botApi = await startQuietBotApi();
    ends.push(botApi.stop);
    const app = await servePage(DIST, botApi.url);
    ends.push(app.stop);
    const floor = await servePage(floorDir, botApi.url);
    ends.push(floor.stop);
    for (let round = 0; round < rounds; round += 1) {
      const floorLoad = await loadInBrowser(floor.url);
      const appLoad = await loadInBrowser(app.url);
      console.log(`floor ${describeLoad(floorLoad)}\napp   ${describeLoad(appLoad)}`);
      floorLoads.push(floorLoad);
      appLoads.push(appLoad);
    }
  } finally {
    for (const end of ends.toReversed()) await end();
  }
  return compare(appLoads, floorLoads);
}

/** Each load has a browser of its own, so that nothing is left of the one before. */
async function loadInBrowser(origin: string): Promise<PageLoad> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"],
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", `--remote-debugging-port=${port}`],
  });
  try {
    return await runLighthouse(`${origin}/homePage#${makeLaunchHash()}`, port);
  } finally {
    await browser.close();
  }
}

/** What the messenger's app for Android hands over to a page that it opens. */
function makeLaunchHash(): string {
  const person = { id: 700_001, firstName: "Dara", username: "dara", languageCode: "en" };
  return new URLSearchParams({
    tgWebAppData: makeInitData({ botToken: TEST_SETTINGS.BOT_TOKEN, person, authDate: new Date() }),
    tgWebAppVersion: "8.0",
    tgWebAppPlatform: "android",
    tgWebAppThemeParams: "{}",
  }).toString();
}

function compare(app: readonly PageLoad[], floor: readonly PageLoad[]): Figure[] {
  const of = (loads: readonly PageLoad[], key: Exclude<keyof PageLoad, "barriers">) =>
    median(loads.map((load) => load[key]));
  const measured = `median of ${app.length}`;
  const lcpMs = of(app, "lcpMs");
  const floorLcpMs = of(floor, "lcpMs");
  const barriers = new Set(app.flatMap((load) => load.barriers));
  return [
    {
      name: "Lighthouse mobile, performance",
      measured: `${measured}, first contentful paint ${formatMs(of(app, "fcpMs"))}, blocked for ${formatMs(of(app, "blockingMs"))}`,
      floor: String(of(floor, "performance")),
      value: of(app, "performance"),
      bar: { atLeast: 97 },
      unit: "",
    },
    {
      name: "Lighthouse mobile, accessibility",
      measured: barriers.size === 0 ? "worst run" : `worst run: ${[...barriers].join(", ")}`,
      floor: null,
      value: Math.min(...app.map(({ accessibility }) => accessibility)),
      bar: { atLeast: 100 },
      unit: "",
    },
    {
      name: "layout shift",
      measured: "worst run",
      floor: String(Math.max(...floor.map(({ layoutShift }) => layoutShift))),
      value: Math.max(...app.map(({ layoutShift }) => layoutShift)),
      bar: { atMost: 0 },
      unit: "",
    },
    {
      name: "largest contentful paint",
      measured: `${formatMs(lcpMs)}, ${measured}`,
      floor: formatMs(floorLcpMs),
      value: lcpMs / floorLcpMs,
      bar: { atMost: 1.15 },
      unit: "×",
    },
  ];
}

function describeLoad(load: PageLoad): string {
  const { performance, accessibility, lcpMs, fcpMs, blockingMs, layoutShift } = load;
  return `performance ${performance}, accessibility ${accessibility}, LCP ${formatMs(lcpMs)}, FCP ${formatMs(fcpMs)}, TBT ${formatMs(blockingMs)}, CLS ${layoutShift.toFixed(4)}`;
}

function formatMs(ms: number): string {
  return `${Math.round(ms)} ms`;
}
