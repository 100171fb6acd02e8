import { chromium } from "playwright";
import type { Figure } from "./figure.ts";
import { withPages } from "./pages/withPages.ts";
import { median } from "./median.ts";
import { describeTask, readMainThread, type MainThread } from "./start/readMainThread.ts";
import type { BenchOptions } from "./options.ts";

const CPU_SLOWDOWN = 4;
const LONG_TASK_MS = 50;
const TRACE_CATEGORIES = ["toplevel", "devtools.timeline", "v8"];
/** Work within this time after the last request counts as part of the start. */
const SETTLED_MS = 1_000;

/**
 * The main thread's work at a first visit to /homePage, compared with an empty app on the same libraries. Tasks are
 * counted in processor time of a thread slowed down four times, so other work on the machine does not lengthen them.
 */
export async function measureStart({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const { app, floor } = await withPages(async (pages) => {
    const app: MainThread[] = [];
    const floor: MainThread[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await traceStart(pages.floor));
      app.push(await traceStart(pages.app));
    }
    return { app, floor };
  });
  for (const start of app) {
    const long = start.tasks.filter(({ ms }) => ms > LONG_TASK_MS);
    console.log(`work ${start.workMs.toFixed(0)} ms; long tasks: ${long.map(describeTask).join("; ") || "none"}`);
  }
  const measured = `main thread ${CPU_SLOWDOWN} × slower, median of ${app.length}`;
  const floorWorkMs = median(floor.map(({ workMs }) => workMs));
  const workMs = median(app.map(({ workMs }) => workMs));
  return [
    {
      name: "start: longest task of the main thread",
      measured,
      floor: `${median(floor.map(({ longestMs }) => longestMs)).toFixed(0)} ms`,
      value: median(app.map(({ longestMs }) => longestMs)),
      bar: { atMost: LONG_TASK_MS },
      unit: "ms",
    },
    {
      name: "start: work of the main thread",
      measured: `${workMs.toFixed(0)} ms, ${measured}`,
      floor: `${floorWorkMs.toFixed(0)} ms`,
      value: workMs / floorWorkMs,
      bar: { atMost: 1.3 },
      unit: "×",
    },
  ];
}

/** Each start has its own browser, so that nothing is cached. */
async function traceStart(url: string): Promise<MainThread> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"],
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLED_MS);
    return readMainThread(await browser.stopTracing());
  } finally {
    await browser.close();
  }
}
