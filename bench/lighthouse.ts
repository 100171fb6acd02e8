import { chromium } from "playwright";
import { findFreePort } from "#devnet/process/ports.ts";
import { type Figure, median } from "./figure.ts";
import { withPages } from "./pages/withPages.ts";
import type { BenchOptions } from "./options.ts";
import lighthouse from "lighthouse";

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

/** Result of one page load. */
interface PageLoad {
  /** Of 100. */
  performance: number;
  /** Of 100. */
  accessibility: number;
  /** Ids of failed accessibility audits. */
  barriers: readonly string[];
  lcpMs: number;
  fcpMs: number;
  blockingMs: number;
  layoutShift: number;
}

/**
 * Loads a page with Lighthouse's phone settings (slow 4G and a slow processor, both simulated) in the browser on a
 * port. On a busy machine Lighthouse now and then sees no paint or no trace, so a load that fails is repeated once.
 */
async function runLighthouse(url: string, port: number): Promise<PageLoad> {
  try {
    return await loadOnce(url, port);
  } catch (error) {
    console.warn(`once more: ${String(error)}`);
    return await loadOnce(url, port);
  }
}

async function loadOnce(url: string, port: number): Promise<PageLoad> {
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: ["performance", "accessibility"] });
  if (result === undefined) throw new Error("Lighthouse answered nothing");
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse could not load the page: ${runtimeError.message}`);
  const measure = (id: string): number => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse measured no ${id}`);
    return value;
  };
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const barriers = (categories["accessibility"]?.auditRefs ?? []).filter(({ id }) => audits[id]?.score === 0);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    barriers: barriers.map(({ id }) => id),
    lcpMs: measure("largest-contentful-paint"),
    fcpMs: measure("first-contentful-paint"),
    blockingMs: measure("total-blocking-time"),
    layoutShift: measure("cumulative-layout-shift"),
  };
}
