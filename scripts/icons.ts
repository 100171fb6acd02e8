/** `node scripts/icons.ts` draws the PNG icons for the messenger and home screens from their SVG sources. */
import { readFileSync } from "node:fs";
import { chromium } from "playwright";

import { provideChromium } from "./setup/provideChromium.ts";

interface Picture {
  file: string;
  width: number;
  height: number;
  svg: string;
}

const icon = readFileSync("public/icon.svg", "utf8");
const bot = readFileSync("docs/bot.svg", "utf8");

/** Home screens round the corners themselves. */
const squareIcon = icon.replace('rx="116"', 'rx="0"');

const PICTURES: readonly Picture[] = [
  { file: "public/icon-180.png", width: 180, height: 180, svg: squareIcon },
  { file: "public/icon-512.png", width: 512, height: 512, svg: squareIcon },
  { file: "docs/bot.png", width: 640, height: 640, svg: bot },
  // The same picture with a wider background.
  { file: "docs/app.png", width: 640, height: 360, svg: bot.replace('"0 0 640 640"', '"-249 0 1138 640"') },
];

const browser = await chromium.launch({ executablePath: provideChromium(), args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
for (const { file, width, height, svg } of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  await page.screenshot({ path: file });
}
await browser.close();
