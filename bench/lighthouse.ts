import { chromium } from "playwright";
import { findFreePort } from "#devnet/process/ports.ts";
import type { Figure } from "./figure.ts";
import { type PageLoad, runLighthouse } from "./lighthouse/runLighthouse.ts";
import { withPages } from "./pages/withPages.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";

/** The first visit to /homePage on a slow phone, compared with an empty app on the same libraries. */
export async function measureLighthouse({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const appLoads: PageLoad[] = [];
  const floorLoads: PageLoad[] = [];
  await withPages(async ({ app, floor }) => {
    for (let round = 0; round < rounds; round += 1) {
      const floorLoad = await loadInBrowser(floor);
      const appLoad = await loadInBrowser(app);
      console.log(`floor ${describeLoad(floorLoad)}\napp   ${describeLoad(appLoad)}`);
      floorLoads.push(floorLoad);
      appLoads.push(appLoad);
    }
  });
  return compare(appLoads, floorLoads);
}

/** Each load has its own browser, so that nothing is cached. */
async function loadInBrowser(url: string): Promise<PageLoad> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"],
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", `--remote-debugging-port=${port}`],
  });
  try {
    return await runLighthouse(url, port);
  } finally {
    await browser.close();
  }
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
      measured: `${measured}, first contentful paint ${formatMs(of(app, "fcpMs"))}`,
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
      name: "blocked time",
      measured,
      floor: formatMs(of(floor, "blockingMs")),
      value: of(app, "blockingMs"),
      bar: { atMost: 100 },
      unit: "ms",
    },
    {
      name: "largest contentful paint",
      measured: `${formatMs(lcpMs)}, ${measured}`,
      floor: formatMs(floorLcpMs),
      value: lcpMs / floorLcpMs,
      bar: { atMost: 1 },
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
