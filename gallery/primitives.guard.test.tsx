import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { listPrimitivePages } from "./listPrimitivePages.tsx";
import { openStage } from "./openStage.ts";
import { toFileName } from "./toFileName.ts";

/** Letters that the bundled font lacks come from the machine's fonts and look different on each machine. */
const UNBUNDLED = /[^\s!-~\u00a0-\u00ff\u2010-\u2026]/gu;
const WIDTH_PX = 320;
const PAGE_HEIGHT_PX = 320;
/** Nothing below the window is painted, so the window is higher than any sheet. */
const SHEET_HEIGHT_PX = 2600;
const THEMES = ["Web A light", "Web A dark"] as const;

const guarded = listPrimitivePages().filter(({ isGuardedElsewhere }) => !isGuardedElsewhere);
const stage = openStage();

beforeAll(() => {
  const { style } = document.documentElement;
  style.setProperty("--font", '"Noto Sans"');
  // A large gradient is a large file.
  style.setProperty("--stage", "var(--stage-top)");
});

afterAll(() => stage.clear());

describe.each(THEMES)("%s", (theme) => {
  test.each(guarded)("$name looks as it did", async ({ name, node, isPage }) => {
    await page.viewport(WIDTH_PX, isPage ? PAGE_HEIGHT_PX : SHEET_HEIGHT_PX);
    await stage.show({ node, language: "en", theme });
    for (const caption of document.querySelectorAll("figcaption")) caption.hidden = true;
    // The covers are large files, and in git already.
    for (const art of document.querySelectorAll<SVGElement>("svg[data-cover] use")) art.style.display = "none";
    replaceUnbundledLetters();
    const paintedPx = isPage ? Number.POSITIVE_INFINITY : SHEET_HEIGHT_PX;
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(paintedPx);
    const shown = isPage ? document.body : (document.querySelector("main") ?? document.body);
    await expect(page.elementLocator(shown)).toMatchScreenshot(toFileName(`${name} ${theme}`));
  });
});

function replaceUnbundledLetters(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    text.data = text.data.replaceAll(UNBUNDLED, "x");
  }
  for (const input of document.querySelectorAll("input")) input.value = input.value.replaceAll(UNBUNDLED, "x");
}
