import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { CHUNK_GROUPS } from "./scripts/vite/chunkGroups.ts";
import { dropChartDescriptions } from "./scripts/vite/dropChartDescriptions.ts";
import { iconSprite } from "./scripts/vite/iconSprite.ts";
import { inlineStyles } from "./scripts/vite/inlineStyles.ts";
import { paintBeforeScripts } from "./scripts/vite/paintBeforeScripts.ts";
import { paintStart } from "./scripts/vite/paintStart.ts";
import { markRouterPure } from "./scripts/vite/markRouterPure.ts";
import { precompress } from "./scripts/vite/precompress.ts";
import { LOOK_GUARD } from "./tests/gallery/lookGuard.ts";
import { serveGallery } from "./tests/gallery/serveGallery.ts";
import { takeShot } from "./tests/gallery/takeShot.ts";

/** Flags that keep a headless Chromium quiet on a machine without a network or a sandbox. */
const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const BROWSER_TEST_PACKAGES = [
  "@telegram-apps/sdk-react",
  "@xstate/react",
  "axe-core",
  "canvas-confetti",
  "i18next",
  "openapi-fetch",
  "react",
  "react-dom",
  "react-dom/client",
  "react-i18next",
  "react-router-dom",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "vitest-browser-react",
  "xstate",
];

/** @param deviceScaleFactor below one makes small pictures */
function runInChromium(deviceScaleFactor = 1) {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 390, height: 844 },
    provider: playwright({
      launchOptions: { executablePath: process.env["CHROMIUM_PATH"], args: CHROMIUM_FLAGS },
      contextOptions: { reducedMotion: "reduce", locale: "en-US", deviceScaleFactor },
    }),
    instances: [{ browser: "chromium" as const }],
  };
}

export default defineConfig({
  plugins: [
    react(),
    dropChartDescriptions(),
    markRouterPure(),
    iconSprite(join(import.meta.dirname, "src/icons")),
    inlineStyles(),
    paintStart(join(import.meta.dirname, "src/start/paintStart.ts")),
    paintBeforeScripts(),
    precompress(),
    serveGallery(),
  ],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  test: {
    // A busy machine is slow, not wrong: only a test that hangs runs into these.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: [
            "{domain,contract,machines,locales,src,server,devnet,scripts}/**/*.test.ts",
            "tests/{models,rooms,locales,gallery}/**/*.test.ts",
          ],
          exclude: ["**/*.browser.test.*", "**/*.db.test.ts", "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          environment: "node",
          include: [
            "server/**/*.db.test.ts",
            "devnet/**/*.db.test.ts",
            "tests/{api,contract,claims,crash}/**/*.test.ts",
          ],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "attacks",
          environment: "node",
          include: ["tests/attacks/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        // Known beforehand: a package found in the middle of a run would reload the page under its tests.
        optimizeDeps: { include: BROWSER_TEST_PACKAGES },
        test: {
          name: "browser",
          include: ["src/**/*.browser.test.tsx"],
          browser: runInChromium(),
        },
      },
      {
        extends: true,
        optimizeDeps: { include: BROWSER_TEST_PACKAGES },
        test: {
          name: "gallery",
          include: ["tests/gallery/*.browser.test.tsx"],
          browser: { ...runInChromium(), commands: { takeShot } },
        },
      },
      {
        extends: true,
        optimizeDeps: { include: BROWSER_TEST_PACKAGES },
        test: {
          name: "guard",
          include: ["tests/gallery/*.guard.test.tsx"],
          browser: { ...runInChromium(0.5), expect: { toMatchScreenshot: LOOK_GUARD } },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
