import type { Frame } from "playwright";

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
      await new Promise<void>((resolve) => {
        new MutationObserver(() => {
          const state = envelope.getAttribute("data-state");
          if (state === "opening") performance.mark(begun);
          if (state === "opened") resolve();
        }).observe(envelope, { attributeFilter: ["data-state"] });
      });
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
