/** `npm run pictures`: draws the pictures of docs/design.md anew, from the gallery. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { createServer } from "vite";

import { provideChromium } from "../scripts/setup/provideChromium.ts";
import { DOC_PICTURES, type DocPicture } from "./docPictures.ts";
import { formatPictureQuery } from "./page/pictureQuery.ts";

const FOLDER = path.join(import.meta.dirname, "../docs/design");
const THEMES = { light: "Web A light", dark: "Web A dark" } as const;
const PORT = 4180;
const WIDTH_PX = 390;
const SCREEN_HEIGHT_PX = 844;
/** Sharp enough beside a text, and small. */
const SCALE = 0.5;
const FIRST_LOAD_TIMEOUT_MS = 120_000;

async function drawPicture(page: Page, { file, group, name, isWhole }: DocPicture): Promise<void> {
  for (const [suffix, theme] of Object.entries(THEMES)) {
    const hash = formatPictureQuery({ group, name, theme, language: "en" });
    await page.evaluate((wished) => window.location.replace(wished), hash);
    const shown = `[data-shown=${JSON.stringify(hash)}]`;
    await page.locator(shown).waitFor({ timeout: FIRST_LOAD_TIMEOUT_MS, state: "attached" });
    const drawn = await page.locator(shown).getAttribute("data-picture");
    if (drawn !== name) throw new Error(`the gallery has no picture “${name}” of ${group}`);
    await page.screenshot({ path: path.join(FOLDER, `${file}.${suffix}.png`), fullPage: isWhole });
  }
}

mkdirSync(FOLDER, { recursive: true });
// One port, since the payment page shows its address.
const server = await createServer({
  configFile: path.join(import.meta.dirname, "vite.config.ts"),
  server: { host: "127.0.0.1", port: PORT },
  logLevel: "error",
});
await server.listen();
const browser = await chromium.launch({ executablePath: provideChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const [origin = ""] = server.resolvedUrls?.local ?? [];
  const context = await browser.newContext({ deviceScaleFactor: SCALE, reducedMotion: "reduce", locale: "en-US" });
  const page = await context.newPage();
  await page.setViewportSize({ width: WIDTH_PX, height: SCREEN_HEIGHT_PX });
  await page.goto(new URL("/gallery/picture", origin).href);
  for (const picture of DOC_PICTURES) await drawPicture(page, picture);
  console.log(`docs/design: ${String(DOC_PICTURES.length * Object.keys(THEMES).length)} pictures`);
} finally {
  await browser.close();
  await server.close();
}
