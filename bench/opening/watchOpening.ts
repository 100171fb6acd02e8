import type { Frame, Page } from "playwright";

/** Performance marks in the page's trace: the opening began; the amount landed. */
export const BEGUN_MARK = "opening.begun";
export const LANDED_MARK = "opening.landed";

export interface Watched {
  /** From the last byte of the answer to the landed amount. */
  landedMs: number;
  /** Sum of the layout shifts meanwhile. */
  shift: number;
}

/** Observes in the page how the next envelope opens; resolves when its amount has landed. */
export async function watchOpening(frame: Frame): Promise<Watched> {
  return await frame.evaluate(
    async ([begun, landed]) => {
      const envelope = document.querySelector("[data-room]");
      if (envelope === null) throw new Error("there is no envelope");
      const shifts: (PerformanceEntry & { value?: number })[] = [];
      const moves = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      moves.observe({ type: "layout-shift" });
      await new Promise<void>((resolve) =>
        new MutationObserver(() => {
          const state = envelope.getAttribute("data-state");
          if (state === "opening") performance.mark(begun);
          if (state === "opened") resolve();
        }).observe(envelope, { attributeFilter: ["data-state"] }),
      );
      const { startTime: landedAt } = performance.mark(landed);
      const { href } = new URL("/api/v1/redpackage/acceptRedEnvelope", document.baseURI);
      const answers = performance.getEntriesByName(href, "resource") as PerformanceResourceTiming[];
      const answeredAt = answers.at(-1)?.responseEnd ?? Number.NaN;
      // Observers get the latest entries in a later task.
      await new Promise((resolve) => setTimeout(resolve, 200));
      moves.disconnect();
      const isOnTheWay = ({ startTime }: PerformanceEntry) => startTime >= answeredAt && startTime <= landedAt;
      return {
        landedMs: landedAt - answeredAt,
        shift: shifts.filter(isOnTheWay).reduce((sum, { value = 0 }) => sum + value, 0),
      };
    },
    [BEGUN_MARK, LANDED_MARK] as const,
  );
}

/**
 * Lists the CSS properties that the page animates when the next envelope opens. Disturbs timing, so nothing is timed
 * meanwhile.
 */
export async function listAnimated(frame: Frame): Promise<string[]> {
  return await frame.evaluate(async () => {
    while (document.querySelector("[data-state=opening]") === null) await new Promise(requestAnimationFrame);
    const own = new Set(["offset", "computedOffset", "easing", "composite"]);
    const names = document
      .getAnimations()
      .map(({ effect }) => effect)
      .filter((effect) => effect instanceof KeyframeEffect)
      .flatMap((effect) => effect.getKeyframes().flatMap((keyframe) => Object.keys(keyframe)));
    while (document.querySelector("[data-state=opened]") === null) await new Promise(requestAnimationFrame);
    return [...new Set(names)].filter((name) => !own.has(name));
  });
}

const WAIT_MS = 3_000;

/** Observes in the page how somebody waits for a draw for all, whose ring is shown; resolves after some seconds. */
export async function watchWait(frame: Frame): Promise<void> {
  await frame.getByText("Others can enter for").waitFor();
  await frame.evaluate(
    async ([begun, landed, durationMs]) => {
      performance.mark(begun);
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      performance.mark(landed);
    },
    [BEGUN_MARK, LANDED_MARK, WAIT_MS] as const,
  );
}

const FLOOR_MS = 1_000;

/** Moves one square across an empty page for as long as an envelope opens: the least work for a compositor. */
export async function playFloor(page: Page): Promise<void> {
  await page.setContent('<div style="width:80px;height:80px;background:#c8142c"></div>');
  await page.evaluate(
    async ([begun, landed, durationMs]) => {
      performance.mark(begun);
      const frames = [{ transform: "none" }, { transform: "translateX(200px)" }];
      await document.querySelector("div")?.animate(frames, durationMs).finished;
      performance.mark(landed);
    },
    [BEGUN_MARK, LANDED_MARK, FLOOR_MS] as const,
  );
}
