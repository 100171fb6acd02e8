import "@fontsource/noto-sans/latin-400.css";
import "@fontsource/noto-sans/latin-500.css";
import "@fontsource/noto-sans/latin-600.css";
import "@fontsource/noto-sans/latin-700.css";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";

import { listPrimitivePages } from "./listPrimitivePages.tsx";
import { openStage } from "./openStage.ts";
import { toFileName } from "./toFileName.ts";

/** What the bundled font lacks; such letters come from the machine's fonts, and look different on each. */
const UNBUNDLED = /[^\s!-~\u00a0-\u00ff\u2010-\u2026]/gu;
const WIDTH_PX = 320;
const PAGE_HEIGHT_PX = 320;
const WEIGHTS = [400, 500, 600, 700];

const guarded = listPrimitivePages().filter(({ isGuardedElsewhere }) => !isGuardedElsewhere);
const stage = openStage();

beforeAll(async () => {
  const { style } = document.documentElement;
  style.setProperty("--font", '"Noto Sans"');
  // A large gradient is a large file.
  style.setProperty("--stage", "var(--stage-top)");
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${String(weight)} 16px "Noto Sans"`)));
});

afterAll(() => {
  stage.clear();
});

test.each(guarded)("$name looks as it did", async ({ name, node }) => {
  await page.viewport(WIDTH_PX, PAGE_HEIGHT_PX);
  await stage.show({ node, language: "en", theme: "Web A light" });
  for (const caption of document.querySelectorAll("figcaption")) caption.hidden = true;
  replaceUnbundledLetters();
  // What is below the window's edge is not painted.
  await page.viewport(WIDTH_PX, document.documentElement.scrollHeight);
  await expect(page.elementLocator(document.body)).toMatchScreenshot(toFileName(name));
});

function replaceUnbundledLetters(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    text.data = text.data.replaceAll(UNBUNDLED, "x");
  }
  for (const input of document.querySelectorAll("input")) input.value = input.value.replaceAll(UNBUNDLED, "x");
}
