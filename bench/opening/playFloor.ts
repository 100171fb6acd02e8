import type { Page } from "playwright";
import { BEGUN_MARK, LANDED_MARK } from "./watchOpening.ts";

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
