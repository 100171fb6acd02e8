import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";

import { LOOK_GUARD } from "./gallery/lookGuard.ts";
import { takeShot } from "./gallery/takeShot.ts";
import { tapAt } from "./tests/screens/tapAt.ts";
import { SlowestFirst } from "./tests/support/slowestFirst.ts";
import product from "./vite.config.ts";

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
  "@noble/curves/bls12-381.js",
  "@noble/curves/ed25519.js",
  "@noble/hashes/sha256",
  "@noble/hashes/sha3",
  "@statelyai/inspect",
  "@telegram-apps/sdk-react",
  "@xstate/react",
  "axe-core",
  "canvas-confetti",
  "i18next",
  "openapi-fetch",
  "qr/decode.js",
  "react",
  "react-dom",
  "react-dom/client",
  "react-i18next",
  "react-router-dom",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "uqr",
  "vitest-browser-react",
  "xstate",
];

/**
 * Files share what a worker has loaded, which costs as much as the tests. Each undoes what it changes of the world: globals
 * and spies are put back before each test.
 */
const TOGETHER = { isolate: false, unstubGlobals: true, restoreMocks: true };

/** Their files share a page, since loading one costs more than their tests. Those left out go back in its history. */
const SMALL_COMPONENTS = "src/components/{ui,amount,envelope}/!(Dialog|Sheet|PictureSheet).browser.test.tsx";

const BUNDLED_FONT = "tests/support/wearBundledFont.ts";

/** Each of these files has databases, processes or browsers of its own: too many at once fill the memory of a big machine. */
const FILES_OF_PROCESSES = {
  // On two cores, four files at once took a third longer than two.
  maxWorkers: Math.min(availableParallelism(), 4),
  sequence: { groupOrder: 1 },
};

const TEMPORARY_FOLDER = "tests/support/giveTemporaryFolder.ts";

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

export default mergeConfig(
  product,
  defineConfig({
    test: {
      // The default leaves a core to the main process, which has little to do.
      maxWorkers: "100%",
      sequence: { sequencer: SlowestFirst },
      // A busy machine is slow, not wrong: only a test that hangs runs into these.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 45_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            environment: "node",
            ...TOGETHER,
            globalSetup: TEMPORARY_FOLDER,
            setupFiles: "tests/support/giveTimeBack.ts",
            include: [
              "{domain,contract,machines,locales,src,server,devnet,gallery,scripts}/**/*.test.ts",
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
            ...TOGETHER,
            globalSetup: [TEMPORARY_FOLDER, "tests/support/provideTestServer.ts"],
            ...FILES_OF_PROCESSES,
            include: [
              "server/**/*.db.test.ts",
              "devnet/**/*.db.test.ts",
              "tests/{conformance,contract,claims,crash,model,stories}/**/*.test.ts",
            ],
          },
        },
        {
          extends: true,
          test: {
            name: "attacks",
            environment: "node",
            ...TOGETHER,
            globalSetup: [TEMPORARY_FOLDER, "tests/support/provideTestServer.ts"],
            ...FILES_OF_PROCESSES,
            include: ["tests/attacks/**/*.test.ts"],
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          extends: true,
          // Known beforehand: a package found in the middle of a run would reload the page under its tests.
          optimizeDeps: { include: BROWSER_TEST_PACKAGES },
          test: {
            name: "browser",
            setupFiles: BUNDLED_FONT,
            include: [
              "src/**/*.browser.test.tsx",
              "tests/{messages,screens}/**/*.browser.test.{ts,tsx}",
              "devnet/**/*.browser.test.ts",
            ],
            exclude: [SMALL_COMPONENTS],
            env: { SCREEN: process.env["SCREEN"] ?? "" },
            browser: { ...runInChromium(), commands: { tapAt } },
          },
        },
        {
          extends: true,
          optimizeDeps: { include: BROWSER_TEST_PACKAGES },
          test: {
            name: "components",
            ...TOGETHER,
            sequence: { setupFiles: "list" },
            setupFiles: ["tests/support/cleanUpPage.ts", BUNDLED_FONT],
            include: [SMALL_COMPONENTS],
            browser: runInChromium(),
          },
        },
        {
          extends: true,
          optimizeDeps: { include: BROWSER_TEST_PACKAGES },
          test: {
            name: "gallery",
            setupFiles: BUNDLED_FONT,
            include: ["gallery/*.browser.test.{ts,tsx}"],
            env: { LOOKS: process.env["LOOKS"] ?? "all" },
            browser: runInChromium(),
          },
        },
        {
          extends: true,
          optimizeDeps: { include: BROWSER_TEST_PACKAGES },
          test: {
            name: "shots",
            include: ["gallery/*.shots.test.tsx"],
            browser: { ...runInChromium(), commands: { takeShot } },
          },
        },
        {
          extends: true,
          optimizeDeps: { include: BROWSER_TEST_PACKAGES },
          test: {
            name: "guard",
            setupFiles: BUNDLED_FONT,
            include: ["gallery/*.guard.test.tsx"],
            browser: { ...runInChromium(0.5), expect: { toMatchScreenshot: LOOK_GUARD } },
          },
        },
        {
          extends: true,
          test: {
            name: "e2e",
            environment: "node",
            ...FILES_OF_PROCESSES,
            include: ["tests/e2e/**/*.test.ts"],
            globalSetup: [TEMPORARY_FOLDER, "tests/e2e/support/buildOnce.ts"],
            testTimeout: 300_000,
            hookTimeout: 300_000,
          },
        },
      ],
    },
  }),
);
