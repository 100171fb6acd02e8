import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { servePage } from "./servePage.ts";
import { makeInitData } from "#tests/support/initData.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { markRouterPure } from "../../scripts/vite/libraries.ts";
import { precompress } from "../../scripts/vite/precompress.ts";

const DIST = path.join(import.meta.dirname, "../../dist");

/** Addresses with launch data: `floor` is an empty app on the same libraries. */
interface Pages {
  app: string;
  floor: string;
}

/** Serves the built app and the floor page while `measure` runs. */
export async function withPages<Result>(measure: (pages: Pages) => Promise<Result>): Promise<Result> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const floorDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-floor-"));
    ends.push(() => rm(floorDir, { recursive: true }));
    await buildFloor(floorDir);
    const botApi = await startQuietBotApi();
    ends.push(botApi.stop);
    const app = await servePage(DIST, botApi.url);
    ends.push(app.stop);
    const floor = await servePage(floorDir, botApi.url);
    ends.push(floor.stop);
    const hash = makeLaunchHash();
    // A returning person: a new one sees the welcome first.
    await logIn(app.url, hash);
    return await measure({ app: `${app.url}/homePage#${hash}`, floor: `${floor.url}/homePage#${hash}` });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function logIn(url: string, hash: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/api/v1/telegram/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ initData: new URLSearchParams(hash).get("tgWebAppData") }),
  });
  if (!ok) throw new Error(`the login answered ${status}`);
}

/** The launch parameters that the messenger's Android app passes to a page. */
function makeLaunchHash(): string {
  const person = { id: 700_001, firstName: "Dara", username: "dara", languageCode: "en" };
  return new URLSearchParams({
    tgWebAppData: makeInitData({ botToken: TEST_SETTINGS.BOT_TOKEN, person, authDate: new Date() }),
    tgWebAppVersion: "8.0",
    tgWebAppPlatform: "android",
    tgWebAppThemeParams: "{}",
  }).toString();
}

/** Builds the empty app like the product, in one chunk. */
async function buildFloor(outDir: string): Promise<void> {
  await build({
    root: path.join(import.meta.dirname, "../floor"),
    configFile: false,
    logLevel: "warn",
    plugins: [react(), markRouterPure(), precompress()],
    build: { target: "es2022", outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
}
