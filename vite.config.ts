import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { iconSprite } from "./scripts/vite/iconSprite.ts";

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

/** Charts describe every state and transition for people; browsers need not load the prose. */
function dropChartDescriptions(): Plugin {
  return {
    name: "drop-chart-descriptions",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]machines[\\/].*\.machine\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(/\bdescription:\s*"(?:[^"\\]|\\.)*",?/g, ""), map: null }),
    },
  };
}

/** Parts that several screens share and the first one does not need. */
const LATE_PARTS = [
  /[\\/]components[\\/](?:Amount|Badge|ChoiceCells|ClaimCells|Envelope|Field|Segmented|Stepper|Tabs|format)/,
  /[\\/]adapters[\\/](?:wallets|api[\\/]load|actors[\\/]wallet)/,
  /[\\/]machines[\\/]wallet/,
  /[\\/]domain[\\/](?:draw|money|passphrase|address|envelope)/,
];

function isLatePart(id: string): boolean {
  return LATE_PARTS.some((part) => part.test(id));
}

const BROWSER_TEST_PACKAGES = [
  "@telegram-apps/sdk-react",
  "@xstate/react",
  "axe-core",
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

export default defineConfig({
  plugins: [react(), dropChartDescriptions(), iconSprite(join(import.meta.dirname, "src/icons"))],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // One style sheet and one chunk of shared parts: the first screen is a matter of requests more than of bytes.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shared", test: (id) => !isLatePart(id), minShareCount: 2, priority: 2 },
            { name: "parts", test: isLatePart, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { strictPort: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: [
            "{domain,contract,machines,locales,src,server,devnet,scripts}/**/*.test.ts",
            "tests/{models,rooms,locales}/**/*.test.ts",
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
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 390, height: 844 },
            provider: playwright({
              launchOptions: { executablePath: process.env["CHROMIUM_PATH"], args: CHROMIUM_FLAGS },
              contextOptions: { reducedMotion: "reduce", locale: "en-US" },
            }),
            instances: [{ browser: "chromium" }],
          },
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
